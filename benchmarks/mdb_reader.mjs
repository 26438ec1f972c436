// Prints a table of a database as CSV: mdb_reader.mjs FILE TABLE

import { readFileSync } from "node:fs";
import MDBReader from "mdb-reader";

const [file, name] = process.argv.slice(2);
const table = new MDBReader(readFileSync(file)).getTable(name);
const columns = table.getColumnNames();
const cell = (value) => (value instanceof Date ? value.toISOString() : JSON.stringify(value ?? ""));
const lines = table.getData().map((row) => columns.map((column) => cell(row[column])).join(","));
process.stdout.write([columns.join(","), ...lines, ""].join("\n"));
