import { chmodSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInBash } from "../../conformance/real-bash.ts";

/** Harmless programs that spellings use; none of them deletes, or reaches another machine. */
const TOOLS =
  "awk base64 basename bash cat chmod chrt cp cut dash dd dirname env find flock gunzip gzip head ionice ln make mkfifo mv nice node nohup openssl perl prlimit python3 realpath rev script sed setarch setsid sh sleep stdbuf tail taskset tee timeout tr which xargs xxd zcat git".split(
    " ",
  );

/** A program that writes down how it was called: the words, then the places that they name from where it stands. */
const CANARY = `#!/bin/sh
{ printf '%s\\037' "$@"; printf '\\036'; for word; do /usr/bin/realpath -m -- "$word" | /usr/bin/tr '\\n' '\\037'; done; printf '\\n'; } >> "$RECORD"
`;

const DIRECTORIES = ["/usr/bin", "/bin", "/usr/local/bin"];

const pathOf = (tool: string): string | undefined =>
  DIRECTORIES.map((directory) => join(directory, tool)).find((path) => existsSync(path));

/** Makes the canary and links to the tools in this directory. */
export function makePrograms(bin: string): void {
  chmodSync(bin, 0o755);
  writeFileSync(join(bin, "canary"), CANARY);
  chmodSync(join(bin, "canary"), 0o755);
  for (const tool of TOOLS) {
    const path = pathOf(tool);
    if (path !== undefined) symlinkSync(path, join(bin, tool));
  }
}

const MISSING = TOOLS.filter((tool) => pathOf(tool) === undefined);

/** Whether this machine has every tool that a text may use. */
export const canRun = (text: string): boolean => !MISSING.some((tool) => new RegExp(`\\b${tool}\\b`).test(text));

/** The calls of `canary` that each text made: words and the places that they name. */
export const callsOf = (texts: readonly string[], bin: string): readonly (readonly Call[])[] =>
  runInBash(texts, { path: bin, seconds: 10 }).map((record) =>
    record
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [words = "", places = ""] = line.split("\x1e");
        return { words: words.split("\x1f"), places: places.split("\x1f") };
      }),
  );

type Call = { readonly words: readonly string[]; readonly places: readonly string[] };

/** Whether two calls mean the same: each word is the same, or names the same place. */
export const isSame = (one: Call, other: Call): boolean =>
  one.words.length === other.words.length &&
  one.words.every((word, at) => word === other.words[at] || one.places[at] === other.places[at]);
