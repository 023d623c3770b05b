import { type BigIntStats, lstatSync, readdirSync } from "node:fs";

/** A path or a name as its bytes, one character a byte: names need not be text. */
export type BytePath = string;

/** What the file system takes. */
export const bytesOf = (path: BytePath): Buffer => Buffer.from(path, "latin1");

export const bytePathOf = (text: string): BytePath => Buffer.from(text).toString("latin1");

/** A path for users: bytes that are no text are written out. No two paths are shown alike unless one imitates that. */
export function shownPath(path: BytePath): string {
  const bytes = bytesOf(path);
  const text = bytes.toString("utf8");
  if (Buffer.from(text).equals(bytes)) return text;
  return path.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

/** A path below a directory; the directory itself for no path. */
export const below = (directory: BytePath, path: BytePath): BytePath =>
  path === "" ? directory : `${directory}/${path}`;

/** A name in a directory that is itself named from the top; the top has no name. */
export const stepInto = (directory: BytePath, name: BytePath): BytePath =>
  directory === "" ? name : `${directory}/${name}`;

export const parentOf = (path: BytePath): BytePath => path.slice(0, Math.max(0, path.lastIndexOf("/")));

export const nameOf = (path: BytePath): BytePath => path.slice(path.lastIndexOf("/") + 1);

/** Every directory above a path, the outermost first; not the top itself. */
export const waysTo = (path: BytePath): readonly BytePath[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

/** What lies at a path itself; undefined where nothing does. */
export function lookAt(path: BytePath): BigIntStats | undefined {
  try {
    return lstatSync(bytesOf(path), { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** The names in a directory, in the order of their bytes. */
export const listNames = (directory: BytePath): readonly BytePath[] =>
  readdirSync(bytesOf(directory), { encoding: "latin1" }).toSorted();
