import type { Redirection } from "unbash";
import { assertNever } from "../../base/assert-never.ts";
import { alternatives, type Text } from "../values/abstract-text.ts";
import { partsText, type Surroundings, textsOf } from "../values/expand-word.ts";
import type { Scope } from "../values/scope.ts";
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
      case "HereString": {
        const text = givenText(redirect, around);
        const descriptor = numberOf(redirect.descriptor);
        if (descriptor <= 0) stdin = text;
        else around.scope.files.write(`/dev/fd/${descriptor}`, text);
        break;
      }
      case "Redirect": {
        if (redirect.target === undefined) break;
        const paths = textsOf(redirect.target, around);
        const descriptor = numberOf(redirect.descriptor);
        const opened = openedBehind(redirect.operator, paths, around.scope);
        if (opened !== undefined) files.push(copied(redirect.operator, opened));
        else if (!copies(redirect.operator, paths)) {
          const file = fileOf(redirect.operator, paths, descriptor);
          if (descriptor > 2) around.scope.set(OPENED + descriptor, paths);
          files.push(file);
        } else if (descriptor === 1 || (descriptor === -1 && redirect.operator === ">&")) diverted = true;
        break;
      }
      default:
        assertNever(redirect);
    }
  }
  return { files, stdin, diverted };
}

const numberOf = (descriptor: Redirection["descriptor"]): number =>
  descriptor?.type === "FileDescriptor" ? descriptor.value : -1;

const copied = (operator: string, paths: readonly Text[]): ResolvedRedirect =>
  operator === "<&" ? { kind: "read", paths } : { kind: "write", paths, append: true, descriptor: 1 };

/** The files behind a descriptor that the text opened, where the command reads or writes through it. */
function openedBehind(operator: string, targets: readonly Text[], scope: Scope): readonly Text[] | undefined {
  const [target = ""] = targets;
  if ((operator !== ">&" && operator !== "<&") || !/^\d+$/.test(target) || !scope.isSet(OPENED + target))
    return undefined;
  return scope.valuesOf(OPENED + target);
}

const OPENED = "descriptor:";

function givenText(redirect: Exclude<Redirection, { type: "Redirect" }>, around: Surroundings): Text {
  if (redirect.type === "HereDoc") return documentOf(redirect, around);
  return redirect.target === undefined ? "" : `${first(textsOf(redirect.target, around))}\n`;
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
