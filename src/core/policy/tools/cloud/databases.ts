import type { Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Family, type Program, reads, same, shell, writes } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";

const DESTROYS =
  /\b(?:drop\s+(?:database|table|schema|user|role|view|index|collection|keyspace|owned|tablespace|extension|function|materialized)|truncate\s+(?:table\s+)?[\w"`.]+|delete\s+from\s+[\w"`.]+\s*(?:;|$|"|')|dropdatabase|\.drop\s*\(|deletemany\s*\(\s*(?:\{\s*\})?\s*\)|remove\s*\(\s*\{\s*\}|flushall|flushdb|alter\s+table\s+\S+\s+drop|update\s+\w+\s+set\s+(?:(?!where).)*$|detach\s+delete|\bshutdown\b|config\s+set|debug\s+(?:segfault|flushall)|drop\s+all|\bslaveof\b|\breplicaof\b)/is;
const GRANTS = /\b(?:grant\s+all|alter\s+(?:user|role)|create\s+(?:user|role)|superuser|identified\s+by)\b/i;
const ESCAPES =
  /(?:^|[\n;]|\s)\\!\s*(.+)|copy\s+.*\b(?:to|from)\s+program\s+'([^']*)'|(?:^|[\n;])\s*(?:system|\.shell|\.system|shell)\s+(.+)|sys_exec\s*\(\s*'([^']*)'/i;
const FILES =
  /writefile\s*\(\s*'([^']*)'|into\s+(?:outfile|dumpfile)\s+'([^']*)'|\bto\s+'(\/[^']*)'|^\s*\.(?:output|once|backup|save|log)\s+(\S+)/im;
const READS =
  /load_file\s*\(\s*'([^']*)'|pg_read_file\s*\(\s*'([^']*)'|\bfrom\s+'(\/[^']*)'|^\s*\.(?:read|import|restore|load)\s+(\S+)/im;

/** What statements do: to the data, to files, to the shell. */
function statementEffects(sql: Text): readonly Effect[] {
  const effects: Effect[] = [];
  const first = (match: RegExpExecArray | null): Text | undefined =>
    match?.slice(1).find((group) => group !== undefined);
  const code = first(ESCAPES.exec(sql));
  if (code !== undefined) effects.push(shell(code.replace(/['"]$/, "")));
  const target = first(FILES.exec(sql));
  if (target !== undefined) effects.push(writes(target));
  // A text that is a path is there to be opened.
  for (const [, path = ""] of sql.matchAll(/'((?:\/|~\/)[^'\s]+)'/g)) effects.push(reads(path));
  const attached = /\battach\s+(?:database\s+)?'([^']+)'/i.exec(sql)?.[1];
  if (attached !== undefined) effects.push(writes(attached));
  const piped = /(?:^|[\n;])\s*\\(?:o|g|gx|w)\s*\|\s*(.+)/.exec(sql)?.[1];
  if (piped !== undefined) effects.push(shell(piped));
  const source = first(READS.exec(sql));
  if (source !== undefined) effects.push(reads(source));
  if (/\bload_extension\s*\(|^\s*\.load\b/im.test(sql)) effects.push(acts("run-helper"));
  if (DESTROYS.test(sql) || GRANTS.test(sql)) effects.push(acts("destroy-remote"));
  return effects;
}

const client =
  (spec: string, code: readonly string[], files: readonly string[] = []): Program =>
  (call) => {
    if (isInfo(call.args)) return [];
    const options = readOptions(call.args, spec);
    const given = [...options.values(...code), ...options.rest.filter((word) => /\s|\(|^\./.test(word)), call.stdin];
    const out = options.values("-o", "--output", "-L", "--log-file", "--tee").map((path) => writes(path));
    return [
      ...given.filter((sql) => sql !== "").flatMap(statementEffects),
      ...out,
      ...options.values(...files).map((path) => reads(path)),
    ];
  };

/** The shell of MongoDB is JavaScript. */
const mongo =
  (spec: string, code: readonly string[], files: readonly string[]): Program =>
  (call) => [
    ...client(spec, code, files)(call),
    ...readOptions(call.args, spec)
      .values(...code)
      .map((text) => ({ kind: "code", text, language: "javascript" }) as const),
  ];

const redis: Program = (call) => {
  if (isInfo(call.args)) return [];
  const { rest } = readOptions(call.args, "-h: -p: -a: -n: -u: -s: --user: --pass: -r: -i: --pipe-timeout: --eval:");
  const line = `${rest.join(" ")}\n${call.stdin}`;
  return /\b(?:flushall|flushdb|shutdown|debug|slaveof|replicaof|config\s+set|config\s+rewrite|module\s+load|script\s+flush|del\s+\*|acl\s+setuser|failover|swapdb|cluster\s+reset)\b/i.test(
    line,
  )
    ? [acts("destroy-remote")]
    : [];
};

const sqlite: Program = (call) => {
  if (isInfo(call.args)) return [];
  const { rest, values } = readOptions(call.args, "-cmd: -init: --init: -separator: -newline: -nullvalue:");
  const [database, ...statements] = rest.filter((word) => !word.startsWith("-"));
  const effects: Effect[] = database === undefined ? [] : [reads(database)];
  const text = [...statements, ...values("-cmd"), call.stdin].join("\n");
  if (
    /^\s*(?:insert|update|delete|drop|create|alter|replace|vacuum|pragma\s+\w+\s*=)/im.test(text) &&
    database !== undefined
  )
    effects.push(writes(database));
  return [...effects, ...statementEffects(text)];
};

/** Whole databases: dumped, restored, dropped. */
const dump: Program = ({ args, stdin }) => {
  const options = readOptions(
    args,
    "-f: --file: -o: --out: --output: -r: --result-file: -h: --host: -U: -u: -p: -P: -d: --dbname: -F:",
  );
  return [
    ...options.values("-f", "--file", "-o", "--out", "--output", "-r", "--result-file").map((path) => writes(path)),
    ...(stdin === "" ? [] : []),
  ];
};

const destroy: Program = ({ args }) => (isInfo(args) ? [] : [acts("destroy-remote")]);

/** A server that is named with a domain is somebody else's. */
const serversOf = (args: readonly Text[]): readonly Effect[] =>
  args
    .map((arg, index) =>
      /^(?:-h|--host|--uri)$/.test(args[index - 1] ?? "") ? arg : arg.replace(/^--(?:host|uri)=/, ""),
    )
    .filter(
      (arg, index) =>
        arg !== args[index] ||
        /^(?:-h|--host|--uri)$/.test(args[index - 1] ?? "") ||
        /^[a-z+]+:\/\/|^[\w.-]+(?:\/[^@\s]*)?@[\w-]+(?:\.[\w-]+)+/.test(arg),
    )
    .filter((host) => host.includes("."))
    .map((from) => ({ kind: "fetches", from }));

const withServers = (family: Family): Family =>
  Object.fromEntries(
    Object.entries(family).map(([name, program]) => [name, (call) => [...program(call), ...serversOf(call.args)]]),
  );

/** Databases and queues. */
export const DATABASES: Family = withServers({
  ...same(
    "psql pgcli cockroach usql",
    client(
      "-c: --command: -f: --file: -d: --dbname: -h: --host: -p: --port: -U: --username: -o: --output: -v: -L: --log-file: -P: -F: -R: -T:",
      ["-c", "--command"],
      ["-f", "--file"],
    ),
  ),
  ...same(
    "mysql mariadb mycli",
    client(
      "-e: --execute: -h: --host: -P: --port: -u: --user: -D: --database: --defaults-file: --tee: --init-command: -S:",
      ["-e", "--execute", "--init-command"],
      ["--defaults-file"],
    ),
  ),
  ...same(
    "sqlcmd isql bcp sqlplus clickhouse-client clickhouse duckdb trino presto beeline hive impala-shell snowsql cqlsh db2",
    client(
      "-Q: -q: -e: -c: --query: --execute: -S: -U: -P: -d: -i: -f: -o:",
      ["-Q", "-q", "-e", "-c", "--query", "--execute"],
      ["-i", "-f"],
    ),
  ),
  ...same(
    "mongosh mongo",
    mongo("--eval: --host: --port: -u: -p: --username: --password: -f: --file:", ["--eval"], ["-f", "--file"]),
  ),
  ...same("redis-cli valkey-cli keydb-cli", redis),
  ...same("sqlite3 sqlite litecli sqlite-utils", sqlite),
  ...same("pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport redis-dump", dump),
  ...same("dropdb dropuser pg_resetwal", destroy),
  ...same(
    "createdb createuser pg_isready pgbench vacuumdb reindexdb mysqlimport mysqlshow mongoimport mongofiles",
    () => [],
  ),
  ...same("pg_restore", ({ args }) =>
    args.some((arg) => /^(?:-c|--clean|-C|--create)$/.test(arg)) ? [acts("destroy-remote")] : [],
  ),
  mongorestore: ({ args }) => (args.includes("--drop") ? [acts("destroy-remote")] : []),
  mysqladmin: ({ args }) =>
    args.some((arg) => /^(?:drop|shutdown|flush-.*|kill|password)$/.test(arg)) ? [acts("destroy-remote")] : [],
  pg_ctl: ({ args }) =>
    args.some((arg) => /^(?:stop|restart|kill|promote)$/.test(arg)) ? [acts("service-change")] : [],
  ...same("rabbitmqctl rabbitmqadmin", ({ args }) =>
    args.some((arg) => /^(?:reset|force_reset|delete.*|purge.*|stop.*|clear.*)$/.test(arg))
      ? [acts("destroy-remote")]
      : [],
  ),
  ...same("kafka-topics kafka-topics.sh kafka-delete-records rpk", ({ args }) =>
    args.some((arg) => /^(?:--delete|delete)$/.test(arg)) ? [acts("destroy-remote")] : [],
  ),
  etcdctl: ({ args }) =>
    args.some((arg) => /^(?:del|rm|put|snapshot|member)$/.test(arg))
      ? [acts("destroy-remote")]
      : args.includes("get")
        ? [acts("read-secret")]
        : [],
  ...same(
    "prisma drizzle-kit sequelize typeorm knex alembic flyway liquibase sequelize-cli dbmate goose diesel sqlx atlas",
    ({ args }) =>
      /\b(?:reset|drop|db:drop|schema:drop|clean|migrate:undo:all|migrate:rollback|downgrade|--force-reset|rollback:all|drop-all)\b/.test(
        args.filter((arg, index) => !/^(?:-m|--message|--name|-n)$/.test(args[index - 1] ?? "")).join(" "),
      )
        ? [acts("destroy-remote")]
        : [],
  ),
  "manage.py": ({ args }) =>
    /^(?:flush|reset_db|sqlflush)$/.test(args[0] ?? "")
      ? [acts("destroy-remote")]
      : args[0] === "shell" && args[1] === "-c"
        ? [{ kind: "code", text: args[2] ?? "", language: "python" }]
        : [],
  artisan: ({ args }) =>
    /^(?:migrate:fresh|migrate:reset|db:wipe)$/.test(args[0] ?? "")
      ? [acts("destroy-remote")]
      : args[0] === "tinker"
        ? [{ kind: "code", text: args.join(" "), language: "php" }]
        : [],
});
