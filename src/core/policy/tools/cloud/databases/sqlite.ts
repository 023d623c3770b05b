import type { Text } from "../../../values/abstract-text.ts";
import { type Program, reads, writes } from "../../effect.ts";
import { statementEffects } from "./sql-statements.ts";

const CHANGES = /^\s*(?:insert|update|delete|drop|create|alter|replace|vacuum|pragma\s+\w+\s*=)/im;
const VALUED = /^--?(?:cmd|init|separator|newline|nullvalue)$/;

const before = (args: readonly Text[], at: number): Text => args[at - 1] ?? "";

/** The database of SQLite is a file: statements read or write it. Its options are long behind one dash. */
export const sqlite: Program = ({ args, stdin }) => {
  const words = args.filter((arg, at) => !arg.startsWith("-") && !VALUED.test(before(args, at)));
  const commands = args.filter((_, at) => /^--?cmd$/.test(before(args, at)));
  const [database = "", ...statements] = words;
  // One by one: what is not known of its input must not hide where a statement ends.
  const sql = [...commands, ...statements, stdin];
  return [
    reads(database),
    ...(sql.some((text) => CHANGES.test(text)) ? [writes(database)] : []),
    ...sql.flatMap(statementEffects),
  ];
};
