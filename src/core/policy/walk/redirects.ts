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
        stdin = documentOf(redirect, around);
        break;
      case "HereString":
        stdin = redirect.target === undefined ? "" : `${first(textsOf(redirect.target, around))}\n`;
        break;
      case "Redirect": {
        if (redirect.target === undefined) break;
        const paths = textsOf(redirect.target, around);
        const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : -1;
        if (!copies(redirect.operator, paths)) files.push(fileOf(redirect.operator, paths, descriptor));
        else if (descriptor === 1 || (descriptor === -1 && redirect.operator === ">&")) diverted = true;
        break;
      }
      default:
        assertNever(redirect);
    }
  }
  return { files, stdin, diverted };
}

const first = (texts: readonly Text[]): Text => alternatives(texts).join("\n");

function documentOf({ body, operator }: Extract<Redirection, { type: "HereDoc" }>, around: Surroundings): Text {
  const text = body.parts === undefined ? body.text : first(partsText(body.parts, around));
  return operator === "<<-" ? text.replace(/^\t+/gm, "") : text;
}

/** Whether a descriptor is closed or made a copy of another: no file is touched. */
const copies = (operator: string, targets: readonly Text[]): boolean =>
  (operator === ">&" || operator === "<&") && targets.every((target) => /^(?:-|\d+-?)$/.test(target));

function fileOf(operator: string, paths: readonly Text[], written: number): ResolvedRedirect {
  const descriptor = written === -1 ? 1 : written;
  if (operator === "<" || operator === "<&") return { kind: "read", paths };
  if (operator === "<>") return { kind: "both", paths };
  return { kind: "write", paths, append: operator.includes(">>"), descriptor };
}
