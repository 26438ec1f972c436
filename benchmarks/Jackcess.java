// What Jackcess does instead: "csv FILE TABLE" prints a table; "copy FILE NEW" writes all tables with
// their keys and rows into a new Access 2000 file.

import com.healthmarketscience.jackcess.*;
import com.healthmarketscience.jackcess.util.ExportUtil;
import java.io.*;
import java.util.*;

public class Jackcess {
    static final int BATCH = 1000;

    public static void main(String[] words) throws Exception {
        try (Database database = new DatabaseBuilder(new File(words[1])).setReadOnly(true).open()) {
            if (words[0].equals("csv")) {
                BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out));
                ExportUtil.exportWriter(database, words[2], out);
                out.flush();
            } else {
                copy(database, new File(words[2]));
            }
        }
    }

    static void copy(Database from, File file) throws Exception {
        try (Database to = DatabaseBuilder.create(Database.FileFormat.V2000, file)) {
            to.setEvaluateExpressions(false);
            for (String name : from.getTableNames()) {
                Table table = from.getTable(name);
                Table copy = definition(table).toTable(to);
                copy.setAllowAutoNumberInsert(true);
                List<Object[]> rows = new ArrayList<>();
                for (Row row : table) {
                    rows.add(row.values().toArray());
                    if (rows.size() == BATCH) {
                        copy.addRows(rows);
                        rows.clear();
                    }
                }
                copy.addRows(rows);
            }
        }
    }

    static TableBuilder definition(Table table) throws Exception {
        TableBuilder definition = new TableBuilder(table.getName());
        for (Column column : table.getColumns()) {
            definition.addColumn(new ColumnBuilder(column.getName()).setFromColumn(column));
        }
        for (Index index : table.getIndexes()) {
            IndexBuilder builder = new IndexBuilder(index.getName());
            for (Index.Column column : index.getColumns()) {
                builder.addColumns(column.isAscending(), column.getName());
            }
            definition.addIndex(index.isPrimaryKey() ? builder.setPrimaryKey() : builder);
        }
        return definition;
    }
}
