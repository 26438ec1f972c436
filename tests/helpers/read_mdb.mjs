// Prints each file as mdb-reader has it: one line of JSON per file.
// Usage: node read_mdb.mjs NODE_MODULES FILE...

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [modules, ...files] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(modules, "mdb-reader", "package.json"), "utf8"));
const door = manifest.exports?.["."] ?? manifest.exports ?? manifest.module ?? manifest.main;
const entry = typeof door === "string" ? door : (door.node ?? door.import ?? door.default);
const path = typeof entry === "string" ? entry : (entry.import ?? entry.default);
const { default: MDBReader } = await import(pathToFileURL(join(modules, "mdb-reader", path)).href);

const plain = (value) => {
    if (value instanceof Date) return value.toISOString().slice(0, 19);
    if (value instanceof Uint8Array) return "0x" + Buffer.from(value).toString("hex");
    return value;
};

for (const file of files) {
    const reader = new MDBReader(readFileSync(file));
    const tables = {};
    for (const name of reader.getTableNames()) {
        const table = reader.getTable(name);
        const columns = table.getColumnNames();
        tables[name] = { columns, rows: table.getData().map((row) => columns.map((c) => plain(row[c] ?? null))) };
    }
    console.log(JSON.stringify({ tables }));
}
