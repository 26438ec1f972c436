// Lets Jackcess judge database files. Each argument is a task: "read=FILE" prints the contents,
// "edit=FILE" inserts, updates and deletes rows in every table, "lookup=FILE" finds every row through
// every index, "make=FILE" makes a database from the lines of FILE.txt (see make). One line of JSON
// per task.

import com.healthmarketscience.jackcess.Column;
import com.healthmarketscience.jackcess.ColumnBuilder;
import com.healthmarketscience.jackcess.CursorBuilder;
import com.healthmarketscience.jackcess.DataType;
import com.healthmarketscience.jackcess.Database;
import com.healthmarketscience.jackcess.DatabaseBuilder;
import com.healthmarketscience.jackcess.Index;
import com.healthmarketscience.jackcess.IndexCursor;
import com.healthmarketscience.jackcess.PropertyMap;
import com.healthmarketscience.jackcess.Row;
import com.healthmarketscience.jackcess.Table;
import com.healthmarketscience.jackcess.TableBuilder;
import java.io.File;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class Checker {
    public static void main(String[] tasks) {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String task : tasks) {
            String[] parts = task.split("=", 2);
            StringBuilder line = new StringBuilder("{\"task\":" + quote(task));
            try {
                switch (parts[0]) {
                    case "read" -> read(new File(parts[1]), line);
                    case "edit" -> edit(new File(parts[1]), line);
                    case "lookup" -> lookup(new File(parts[1]), line);
                    case "make" -> make(new File(parts[1]));
                    default -> throw new IllegalArgumentException(task);
                }
            } catch (Throwable problem) {
                line.append(",\"error\":").append(quote(problem.toString()
                    + " at " + List.of(problem.getStackTrace()).subList(0, 3)));
            }
            out.println(line.append("}"));
        }
        out.flush();
    }

    static Database open(File file, boolean readOnly) throws Exception {
        DatabaseBuilder builder = new DatabaseBuilder(file).setReadOnly(readOnly);
        try (RandomAccessFile header = new RandomAccessFile(file, "r")) {
            header.seek(0x14);
            if (header.read() == 0) { // Access 97: or else the machine's own charset is taken
                builder.setCharset(Charset.forName("windows-1252"));
            }
        }
        Database database = builder.open();
        database.setEvaluateExpressions(false);
        return database;
    }

    // Words separated by tabs: "table NAME", "column NAME TYPE SIZE" and "row CELL CELL ...".
    static void make(File file) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(file + ".txt"));
        try (Database database = DatabaseBuilder.create(Database.FileFormat.V2000, file)) {
            TableBuilder builder = null;
            Table table = null;
            for (String text : lines) {
                String[] words = text.split("\t", -1);
                if (words[0].equals("table")) {
                    builder = new TableBuilder(words[1]);
                    table = null;
                } else if (words[0].equals("column")) {
                    ColumnBuilder column = new ColumnBuilder(words[1], DataType.valueOf(words[2]));
                    if (words[2].equals("TEXT")) {
                        column.setLengthInUnits(Integer.parseInt(words[3]));
                    }
                    builder.addColumn(column);
                } else if (words[0].equals("end")) {
                    table = builder.toTable(database);
                } else {
                    List<Object> cells = new ArrayList<>();
                    for (int at = 1; at < words.length; at++) {
                        DataType type = table.getColumns().get(at - 1).getType();
                        cells.add(words[at].isEmpty() ? null
                            : type == DataType.TEXT ? words[at]
                            : type == DataType.BOOLEAN ? (Object) words[at].equals("1")
                            : type == DataType.INT ? (Object) Short.valueOf(words[at])
                            : type == DataType.LONG ? (Object) Integer.valueOf(words[at])
                            : LocalDateTime.parse(words[at]));
                    }
                    table.addRow(cells.toArray());
                }
            }
        }
    }

    static void read(File file, StringBuilder line) throws Exception {
        try (Database database = open(file, true)) {
            line.append(",\"tables\":{");
            String comma = "";
            for (String name : database.getTableNames()) {
                Table table = database.getTable(name);
                line.append(comma).append(quote(name)).append(":{\"count\":").append(table.getRowCount());
                line.append(",\"properties\":").append(properties(table.getProperties()));
                line.append(",\"columns\":[");
                comma = "";
                for (Column column : table.getColumns()) {
                    line.append(comma).append("{\"name\":").append(quote(column.getName()));
                    line.append(",\"type\":").append(quote(column.getType().toString()));
                    line.append(",\"length\":").append(column.getLengthInUnits());
                    line.append(",\"autonumber\":").append(column.isAutoNumber());
                    line.append(",\"properties\":").append(properties(column.getProperties()));
                    line.append("}");
                    comma = ",";
                }
                line.append("],\"indexes\":[");
                comma = "";
                for (Index index : table.getIndexes()) {
                    line.append(comma).append("[").append(quote(index.getName()));
                    line.append(",").append(index.isPrimaryKey()).append(",").append(index.isUnique());
                    line.append(",").append(index.isRequired()).append(",").append(index.shouldIgnoreNulls());
                    for (Index.Column column : index.getColumns()) {
                        line.append(",").append(quote(column.getName())).append(",").append(column.isAscending());
                    }
                    line.append("]");
                    comma = ",";
                }
                line.append("],\"rows\":[");
                comma = "";
                for (Row row : table) {
                    line.append(comma);
                    List<String> cells = new ArrayList<>();
                    for (Column column : table.getColumns()) {
                        cells.add(cell(row.get(column.getName())));
                    }
                    line.append("[").append(String.join(",", cells)).append("]");
                    comma = ",";
                }
                line.append("]}");
                comma = ",";
            }
            line.append("}");
        }
    }

    static String properties(PropertyMap map) {
        TreeMap<String, String> found = new TreeMap<>();
        for (PropertyMap.Property property : map) {
            found.put(property.getName(), cell(property.getValue()));
        }
        StringBuilder text = new StringBuilder("{");
        for (Map.Entry<String, String> entry : found.entrySet()) {
            text.append(text.length() > 1 ? "," : "").append(quote(entry.getKey())).append(":");
            text.append(entry.getValue());
        }
        return text.append("}").toString();
    }

    /** Three rows in, one changed, one out again, in every table; then the same file is reopened. */
    static void edit(File file, StringBuilder line) throws Exception {
        Map<String, Integer> expected = new TreeMap<>();
        try (Database database = open(file, false)) {
            for (String name : database.getTableNames()) {
                Table table = database.getTable(name);
                int before = count(table);
                for (int i = 0; i < 3; i++) {
                    Object[] values = new Object[table.getColumnCount()];
                    for (int c = 0; c < values.length; c++) {
                        Column column = table.getColumns().get(c);
                        values[c] = column.isAutoNumber() ? Column.AUTO_NUMBER : sample(column, i);
                    }
                    table.addRow(values);
                }
                Row last = null;
                int seen = 0;
                for (Row row : table) {
                    seen++;
                    if (seen == before + 1) {
                        for (Column column : table.getColumns()) {
                            if (!column.isAutoNumber()) {
                                row.put(column.getName(), sample(column, 3));
                            }
                        }
                        table.updateRow(row);
                    }
                    last = row;
                }
                table.deleteRow(last);
                if (before > 0) {
                    table.deleteRow(table.iterator().next());
                    before--;
                }
                expected.put(name, before + 2);
            }
        }
        try (Database database = open(file, true)) {
            for (String name : database.getTableNames()) {
                int found = count(database.getTable(name));
                if (found != expected.get(name)) {
                    throw new IllegalStateException(name + ": " + found + " rows, not " + expected.get(name));
                }
            }
        }
        line.append(",\"edited\":").append(expected.size());
    }

    static int count(Table table) {
        int count = 0;
        for (Row ignored : table) {
            count++;
        }
        return count;
    }

    static Object sample(Column column, int i) {
        return switch (column.getType()) {
            case BOOLEAN -> i % 2 == 0;
            case BYTE -> (byte) (100 + i);
            case INT -> (short) (30000 + i);
            case LONG -> 1_000_000_000 + i;
            case MONEY, NUMERIC -> new BigDecimal(77 + i);
            case FLOAT -> 0.5f + i;
            case DOUBLE -> 0.25 + i;
            case SHORT_DATE_TIME -> LocalDateTime.of(2020, 1, 1, 10, 0, i);
            case TEXT -> ("z" + i + "zzzzzzzz").substring(0, Math.min(6, Math.max(1, column.getLengthInUnits())));
            case MEMO -> "memo é Ж ".repeat(40 + i * 900);
            case BINARY -> new byte[] {1, 2, (byte) i};
            case OLE -> new byte[5000 * i + 3];
            case GUID -> "{00000000-1111-2222-3333-44444444444" + i + "}";
            default -> null;
        };
    }

    static void lookup(File file, StringBuilder line) throws Exception {
        int lookups = 0;
        try (Database database = open(file, true)) {
            for (String name : database.getTableNames()) {
                Table table = database.getTable(name);
                for (Index index : table.getIndexes()) {
                    IndexCursor cursor = CursorBuilder.createCursor(index);
                    int entries = 0;
                    while (cursor.moveToNextRow()) {
                        entries++;
                    }
                    int rows = 0;
                    for (Row row : table) {
                        Object[] key = new Object[index.getColumns().size()];
                        boolean empty = true;
                        for (int i = 0; i < key.length; i++) {
                            key[i] = row.get(index.getColumns().get(i).getName());
                            empty &= key[i] == null;
                        }
                        if (empty && index.shouldIgnoreNulls()) {
                            continue;
                        }
                        rows++;
                        lookups++;
                        if (!cursor.findFirstRowByEntry(key)) {
                            throw new IllegalStateException(name + "." + index.getName() + ": no entry for "
                                + List.of(key));
                        }
                    }
                    if (rows != entries) {
                        throw new IllegalStateException(name + "." + index.getName() + ": " + entries
                            + " entries for " + rows + " rows");
                    }
                }
            }
        }
        line.append(",\"lookups\":").append(lookups);
    }

    static String cell(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Byte number) {
            return Integer.toString(number & 0xFF);
        }
        if (value instanceof BigDecimal number) {
            return quote(number.toPlainString());
        }
        if (value instanceof Boolean || value instanceof Number) {
            return value.toString();
        }
        if (value instanceof LocalDateTime moment) {
            return quote(moment.plus(500, ChronoUnit.MILLIS).truncatedTo(ChronoUnit.SECONDS).toString());
        }
        if (value instanceof byte[] bytes) {
            StringBuilder text = new StringBuilder("0x");
            for (byte b : bytes) {
                text.append(String.format("%02x", b));
            }
            return quote(text.toString());
        }
        return quote(value.toString());
    }

    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
