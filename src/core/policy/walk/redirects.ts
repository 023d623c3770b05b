import type { Redirection } from "unbash";
import { assertNever } from "../../base/assert-never.ts";
import { alternatives, type Text } from "../values/abstract-text.ts";
import { partsText, type Surroundings, textsOf } from "../values/expand-word.ts";
import type { ResolvedRedirect } from "./walk-types.ts";

/** What the redirections of a command mean: files touched, and what it will read. */
export type Redirected = {
  readonly files: readonly ResolvedRedirect[];
  /** Whether standard output is closed or sent to another descriptor: then what is left of it cannot be known. */
  readonly diverted: boolean;
  /** Text given on standard input by a here-document or here-string; `undefined` when neither is there. */
  readonly stdin: Text | undefined;
};

/** Resolves redirections in order; the last input wins, as in bash. */
export function resolveRedirects(redirects: readonly Redirection[], around: Surroundings): Redirected {
  const files: ResolvedRedirect[] = [];
  let stdin: Text | undefined;
  let diverted = false;
  for (const redirect of redirects) {
    switch (redirect.type) {
      case "HereDoc":
        stdin = redirect.body.parts === undefined ? redirect.body.text : first(partsText(redirect.body.parts, around));
        if (redirect.operator === "<<-") stdin = stdin.replace(/^\t+/gm, "");
        break;
      case "HereString":
        stdin = redirect.target === undefined ? "" : `${first(textsOf(redirect.target, around))}\n`;
        break;
      case "Redirect": {
        if (redirect.target === undefined) break;
        const paths = textsOf(redirect.target, around);
        const copies = redirect.operator === ">&" || redirect.operator === "<&";
        const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : -1;
        if (copies && paths.every((path) => /^(?:-|\d+-?)$/.test(path))) {
          if (redirect.operator === ">&" ? descriptor === -1 || descriptor === 1 : descriptor === 1) diverted = true;
          break;
        }
        files.push(fileOf(redirect.operator, paths, descriptor));
        break;
      }
      default:
        assertNever(redirect);
    }
  }
  return { files, stdin, diverted };
}

const first = (texts: readonly Text[]): Text => alternatives(texts).join("\n");

function fileOf(operator: string, paths: readonly Text[], written: number): ResolvedRedirect {
  const descriptor = written === -1 ? 1 : written;
  if (operator === "<" || operator === "<&") return { kind: "read", paths };
  if (operator === "<>") return { kind: "both", paths };
  return { kind: "write", paths, append: operator.includes(">>"), descriptor };
}
