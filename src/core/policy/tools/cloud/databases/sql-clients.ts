import { family, type Row, type Tool, tool } from "../../tool-shape.ts";
import { SERVERS, UNKNOWN_DATABASE } from "./database-servers.ts";
import { sqlite } from "./sqlite.ts";

const POSTGRES =
  "-c: --command: -f: --file: -d: --dbname: -h: --host: -p: --port: -U: --username: -o: --output: -v: -L: --log-file: -P: -F: -R: -T:";

const POSTGRES_OUTPUT: Row = { options: { writes: "-o --output -L --log-file" } };

/** Tools that send statements to a database. */
export const SQL_CLIENTS: readonly Tool[] = family("usual", [
  tool("psql cockroach", {
    takes: POSTGRES,
    also: [SERVERS, UNKNOWN_DATABASE, POSTGRES_OUTPUT],
    options: { sql: "-c --command stdin", reads: "-f --file" },
    operands: "sql",
    examples: {
      "destroy-remote": [
        "psql app -Atc 'drop table users'",
        "psql app 'truncate users'",
        "echo 'drop table users' | psql",
        "psql \"$URL\" -c 'delete from users where id = 1'",
      ],
      "delete-vital": ["psql -c '\\! rm -rf /'", "psql -c \"copy t to program 'rm -rf /'\""],
      "read-workspace-secret": ["psql -f .env"],
      "write-vital": ["psql -L /etc/passwd"],
      network: [
        "psql -h db.example.com app",
        "psql postgres://db.example.com/app",
        "psql 'dbname=app host=db.example.com'",
      ],
      fine: [
        "psql -h localhost -c 'select 1'",
        "psql -f schema.sql app",
        "psql \"$URL\" -c 'select 1'",
        'psql app -c "delete from users where id = $ID"',
      ],
    },
  }),
  tool("pgcli usql", {
    takes: POSTGRES,
    also: [SERVERS, POSTGRES_OUTPUT],
    options: { sql: "-c --command stdin", reads: "-f --file", helper: "--pager --tee" },
    operands: "sql",
    examples: {
      "destroy-remote": ["pgcli -c 'drop table users'", "pgcli 'drop table users'"],
      "read-workspace-secret": ["pgcli -f .env"],
      "write-vital": ["pgcli -L /etc/passwd"],
      network: ["pgcli -h db.example.com app"],
      "run-helper": ["pgcli --pager ./x.sh"],
      fine: ["pgcli app"],
    },
  }),
  tool("mysql mariadb mycli", {
    takes:
      "-e: --execute: -h: --host: -P: --port: -u: --user: -D: --database: --defaults-file: --tee: --init-command: -S:",
    also: [SERVERS, UNKNOWN_DATABASE, { options: { writes: "--tee" } }],
    options: {
      sql: "-e --execute --init-command stdin",
      reads: "--defaults-file",
      helper: "--pager --tee",
    },
    operands: "sql",
    examples: {
      "destroy-remote": [
        "mysql app -e 'drop table users'",
        "mysql 'drop table users'",
        "echo 'drop table users' | mysql",
        "mysql \"$DB\" -e 'delete from users where id = 1'",
      ],
      "delete-vital": ["mysql -e 'system rm -rf /'"],
      "read-workspace-secret": ["mysql --defaults-file .env"],
      "write-vital": ["mysql --tee=/etc/passwd"],
      network: ["mysql --host=db.example.com"],
      "run-helper": ["mysql --pager=./x.sh"],
      fine: ["mysql -h 127.0.0.1 -e 'show tables' app"],
    },
  }),
  tool(
    "sqlcmd isql bcp sqlplus clickhouse-client clickhouse duckdb trino presto beeline hive impala-shell snowsql cqlsh db2",
    {
      takes: "-Q: -q: -e: -c: --query: --execute: -S: -U: -P: -d: -i: -f: -o:",
      also: [SERVERS, { options: { writes: "-o" } }],
      options: { sql: "-Q -q -e -c --query --execute stdin", reads: "-i -f" },
      operands: "sql",
      examples: {
        "destroy-remote": ["sqlcmd -Q 'drop table users'", "sqlcmd app 'drop table users'"],
        "read-workspace-secret": ["sqlcmd -i .env"],
        "write-vital": ["sqlcmd -o../../../etc/passwd"],
        network: ["sqlcmd --host db.example.com"],
        fine: ["sqlcmd -Q 'select 1' -o out.txt"],
      },
    },
  ),
  tool("sqlite3 sqlite litecli sqlite-utils", {
    also: [SERVERS, { by: sqlite }],
    examples: {
      "destroy-remote": [
        "sqlite3 app.db 'drop table users'",
        "echo 'drop table users' | sqlite3 app.db",
        "cat x | sqlite3 app.db 'delete from users'",
      ],
      "delete-vital": ["sqlite3 app.db '.shell rm -rf /'"],
      "write-outside": ["sqlite3 ~/notes.db 'insert into t values (1)'"],
      "run-helper": ["sqlite3 -cmd '.load ./x.so' app.db"],
      network: ["sqlite3 https://db.example.com/x"],
      fine: ["sqlite3 app.db 'select 1'", "sqlite3 app.db .tables"],
    },
  }),
]);
