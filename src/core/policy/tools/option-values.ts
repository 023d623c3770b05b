import type { Text } from "../values/abstract-text.ts";

/**
 * The values of an option as rows write it: `-o` and `--out` find `-o v`, `-ov`, `--out v` and `--out=v`. A name that
 * ends in `=`, `:`, `|`, `!` or `@` is a prefix of the word itself (`-javaagent:v`, `key=v`); `-C~linker=` is a prefix of the word
 * behind `-C`. `stdin` is what comes in, `stdin~!` the rest of each of its lines that begins with `!`.
 */
export function optionValues(option: string, args: readonly Text[], stdin: Text): readonly Text[] {
  const [name = "", inner] = option.split("~");
  const values =
    name === "stdin" ? stdinValues(stdin, inner) : args.flatMap((arg, at) => valueAt(name, arg, args[at + 1]) ?? []);
  const meant = inner === undefined || name === "stdin" ? values : behindPrefix(values, inner);
  return meant.filter((value) => value !== "");
}

const stdinValues = (stdin: Text, prefix: string | undefined): readonly Text[] =>
  prefix === undefined ? [stdin] : behindPrefix(stdin.split("\n"), prefix);

const behindPrefix = (texts: readonly Text[], prefix: string): readonly Text[] =>
  texts.flatMap((text) => (text.startsWith(prefix) ? [text.slice(prefix.length)] : []));

function valueAt(name: string, arg: Text, next: Text | undefined): Text | undefined {
  if (arg === name) return next;
  if (!arg.startsWith(name)) return undefined;
  if (/[=:|!@]$/.test(name)) return arg.slice(name.length);
  if (arg.charAt(name.length) === "=") return arg.slice(name.length + 1);
  return /^-\w$/.test(name) ? arg.slice(2) : undefined;
}
