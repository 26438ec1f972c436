// Writes an Access 2000 file with Jackcess: Maker FILE < description. Lines of the description,
// cells separated by tabs: "table NAME", "column NAME TYPE SIZE", "row CELL...". An empty cell is null.

import com.healthmarketscience.jackcess.Column;
import com.healthmarketscience.jackcess.ColumnBuilder;
import com.healthmarketscience.jackcess.DataType;
import com.healthmarketscience.jackcess.Database;
import com.healthmarketscience.jackcess.DatabaseBuilder;
import com.healthmarketscience.jackcess.Table;
import com.healthmarketscience.jackcess.TableBuilder;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;

public class Maker {
    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Database database = DatabaseBuilder.create(Database.FileFormat.V2000, new File(arguments[0]))) {
            database.setEvaluateExpressions(false);
            TableBuilder builder = null;
            Table table = null;
            for (String line; (line = lines.readLine()) != null;) {
                String[] words = line.split("\t", -1);
                switch (words[0]) {
                    case "table" -> {
                        if (builder != null && table == null) {
                            builder.toTable(database);
                        }
                        builder = new TableBuilder(words[1]);
                        table = null;
                    }
                    case "column" -> {
                        ColumnBuilder column = new ColumnBuilder(words[1], DataType.valueOf(words[2]));
                        if (!words[3].isEmpty()) {
                            column.setLengthInUnits(Integer.parseInt(words[3]));
                        }
                        builder.addColumn(column);
                    }
                    default -> {
                        table = table == null ? builder.toTable(database) : table;
                        Object[] cells = new Object[words.length - 1];
                        for (int at = 0; at < cells.length; at++) {
                            cells[at] = cell(table.getColumns().get(at), words[at + 1]);
                        }
                        table.addRow(cells);
                    }
                }
            }
            if (builder != null && table == null) {
                builder.toTable(database);
            }
        }
    }

    static Object cell(Column column, String text) {
        if (text.isEmpty()) {
            return column.getType() == DataType.BOOLEAN ? false : null;
        }
        return switch (column.getType()) {
            case BOOLEAN -> Boolean.valueOf(text.toLowerCase());
            case INT -> Short.valueOf(text);
            case LONG -> Integer.valueOf(text);
            case SHORT_DATE_TIME -> LocalDateTime.parse(text);
            default -> text;
        };
    }
}
