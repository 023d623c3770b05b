import type { Text } from "../../../values/abstract-text.ts";
import { acts, type Effect, reads, shell, writes } from "../../effect.ts";

const DESTROYS =
  /\b(?:drop\s+(?:database|table|schema|user|role|view|index|collection|keyspace|owned|tablespace|extension|function|materialized)|truncate\s+(?:table\s+)?[\w"`.]+|delete\s+from\s+[\w"`.]+\s*(?:;|$|"|')|dropdatabase|\.drop\s*\(|deletemany\s*\(\s*(?:\{\s*\})?\s*\)|remove\s*\(\s*\{\s*\}|flushall|flushdb|alter\s+table\s+\S+\s+drop|alter\s+system|update\s+\w+\s+set\s+(?:(?!where).)*$|detach\s+delete|\bshutdown\b|config\s+set|debug\s+(?:segfault|flushall)|drop\s+all|\bslaveof\b|\breplicaof\b)/is;
const GRANTS = /\b(?:grant\s+all|alter\s+(?:user|role)|create\s+(?:user|role)|superuser|identified\s+by)\b/i;
const LOADS_CODE = /\bload_extension\s*\(|^\s*\.load\b/im;

/** Statements that run a text in a shell. */
const RUNS: readonly RegExp[] = [
  /(?:^|[\n;]|\s)\\!\s*(.+)|copy\s+.*\b(?:to|from)\s+program\s+'([^']*)'|(?:^|[\n;])\s*(?:system|\.shell|\.system|shell)\s+(.+)|sys_exec\s*\(\s*'([^']*)'/i,
  /(?:^|[\n;])\s*\\(?:o|g|gx|w)\s*\|\s*(.+)/,
];
/** Statements that write a file. */
const WRITES: readonly RegExp[] = [
  /writefile\s*\(\s*'([^']*)'|into\s+(?:outfile|dumpfile)\s+'([^']*)'|\bto\s+'(\/[^']*)'|^\s*\.(?:output|once|backup|save|log)\s+(\S+)/im,
  /\battach\s+(?:database\s+)?'([^']+)'/i,
];
/** Statements that read a file. */
const READS: readonly RegExp[] = [
  /load_file\s*\(\s*'([^']*)'|pg_read_file\s*\(\s*'([^']*)'|\bfrom\s+'(\/[^']*)'|^\s*\.(?:read|import|restore|load)\s+(\S+)/im,
];
/** A string that is a path: the statement probably opens it. */
const PATHS = /'((?:\/|~\/)[^'\s]+)'/g;

/** The first group of the first match of each pattern. */
const caught = (patterns: readonly RegExp[], sql: Text): readonly Text[] =>
  patterns.flatMap(
    (pattern) =>
      pattern
        .exec(sql)
        ?.slice(1)
        .find((group) => group !== undefined) ?? [],
  );

/** What statements do: to the data, to files, to the shell. */
export const statementEffects = (sql: Text): readonly Effect[] => [
  ...caught(RUNS, sql).map((code) => shell(code.replace(/['"]$/, ""))),
  ...caught(WRITES, sql).map((path) => writes(path)),
  ...caught(READS, sql).map((path) => reads(path)),
  ...[...sql.matchAll(PATHS)].map(([, path = ""]) => reads(path)),
  ...(LOADS_CODE.test(sql) ? [acts("run-helper")] : []),
  ...(DESTROYS.test(sql) || GRANTS.test(sql) ? [acts("destroy-remote")] : []),
];
