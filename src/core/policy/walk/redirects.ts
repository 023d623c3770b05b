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
  /** What a here-document or here-string may give on standard input; `undefined` when neither is there. */
  readonly stdin: readonly Text[] | undefined;
};

/** Resolves redirections in order; the last input wins, as in bash. */
export function resolveRedirects(redirects: readonly Redirection[], around: Surroundings): Redirected {
  const files: ResolvedRedirect[] = [];
  let stdin: readonly Text[] | undefined;
  let diverted = false;
  for (const redirect of redirects) {
    switch (redirect.type) {
      case "HereDoc":
      case "HereString": {
        const texts = givenTexts(redirect, around);
        const descriptor = numberOf(redirect.descriptor);
        if (descriptor <= 0) stdin = texts;
        else around.scope.files.write(`/dev/fd/${descriptor}`, ...texts);
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

function givenTexts(redirect: Exclude<Redirection, { type: "Redirect" }>, around: Surroundings): readonly Text[] {
  if (redirect.type === "HereDoc") return documentsOf(redirect, around);
  return redirect.target === undefined ? [""] : few(textsOf(redirect.target, around)).map((text) => `${text}\n`);
}

/** The most texts that are read one by one; the rest is put one behind the other. */
const MAX_GIVEN = 6;

function few(texts: readonly Text[]): readonly Text[] {
  const distinct = alternatives(texts);
  return distinct.length <= MAX_GIVEN
    ? distinct
    : [...distinct.slice(0, MAX_GIVEN - 1), distinct.slice(MAX_GIVEN - 1).join("\n")];
}

function documentsOf(
  { body, operator }: Extract<Redirection, { type: "HereDoc" }>,
  around: Surroundings,
): readonly Text[] {
  const texts = body.parts === undefined ? [body.text] : few(partsText(body.parts, around));
  return operator === "<<-" ? texts.map((text) => text.replace(/^\t+/gm, "")) : texts;
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
