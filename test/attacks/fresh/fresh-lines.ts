import { readdirSync, readFileSync } from "node:fs";
import type { Decision } from "../../../src/core/policy/verdict.ts";
import type { Attack } from "../attack.ts";

const FOLDER = new URL(".", import.meta.url);
const LABELS: ReadonlyMap<string, Decision> = new Map([
  ["dangerous", "deny"],
  ["asking", "ask"],
  ["everyday", "allow"],
]);

/** The lines of one set; `FORMAT.md` says how the files are written. */
export function freshLines(set: string): readonly Attack[] {
  const files = readdirSync(FOLDER).filter((name) => name.startsWith(`${set}-`));
  return files.flatMap((name) => {
    const decision = LABELS.get(name.split(/[-.]/)[1] ?? "");
    if (decision === undefined) throw new Error(`${name}: no label`);
    return textsOf(readFileSync(new URL(name, FOLDER), "utf8")).map(([text, why]): Attack => [text, decision, why]);
  });
}

/** The texts of a file, each with why it deserves its label. */
function textsOf(content: string): readonly (readonly [text: string, why: string])[] {
  let why = "";
  return [...content.matchAll(/^@ (.*)$|^\{\{\{\n([^]*?)\n\}\}\}$|^(.+)$/gm)].flatMap(([, opened, several, one]) => {
    why = opened ?? why;
    const text = several ?? one;
    return text === undefined ? [] : [[text, why] as const];
  });
}
