import { assertNever } from "../../base/assert-never.ts";
import { byteAt } from "../store/byte-at.ts";
import { privateKey } from "./private-key.ts";
import {
  type ByteClass,
  classOf,
  literalAt,
  NO_SECRET,
  runEnd,
  type SecretMatch,
  type SecretShape,
  START_BYTES,
  UNFINISHED,
} from "./secret-shape.ts";

/** The keys of providers that are known by their form. A key that looks like a hash is not here. */
export const keyFormats = (): readonly SecretShape[] => [
  ...keys("aws-key", ["AKIA", "ASIA"], [exactly(16, UPPER_OR_DIGIT), notBefore(ALNUM)]),
  ...keys("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], [run(36, 255, ALNUM)]),
  ...keys("github-token", ["github_pat_"], [run(22, 255, WORD)]),
  ...keys("gitlab-token", ["glpat-", "gldt-", "glrt-"], [run(20, 255, BASE64URL)]),
  ...keys("anthropic-key", ["sk-ant-"], [run(20, 255, BASE64URL)]),
  ...keys("openai-key", ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-or-v1-"], [run(20, 255, BASE64URL)]),
  ...keys("openai-key", ["sk-"], [run(32, 255, ALNUM)]),
  ...keys(
    "slack-token",
    ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-"],
    [run(10, 255, ALNUM_OR_DASH)],
  ),
  ...keys("slack-webhook", ["hooks.slack.com/services/"], [run(20, 255, ALNUM_OR_SLASH)]),
  ...keys("google-key", ["AIza"], [exactly(35, BASE64URL), notBefore(BASE64URL)]),
  ...keys("google-token", ["ya29."], [run(20, 2048, BASE64URL)]),
  ...keys("npm-token", ["npm_"], [exactly(36, ALNUM), notBefore(WORD)]),
  ...keys("huggingface-token", ["hf_"], [exactly(34, ALNUM), notBefore(WORD)]),
  ...keys("pypi-token", ["pypi-AgEIcHlwaS5vcmc"], [run(50, 512, BASE64URL)]),
  ...keys("stripe-key", ["sk_live_", "rk_live_", "sk_test_", "rk_test_"], [run(16, 255, ALNUM)]),
  ...keys("jwt", ["eyJ"], [run(8, 4096, BASE64URL), DOT, run(8, 16_384, BASE64URL), DOT, run(16, 2048, BASE64URL)]),
  privateKey(),
];

const UPPER_OR_DIGIT = classOf(/[A-Z0-9]/);
const ALNUM = classOf(/[A-Za-z0-9]/);
const ALNUM_OR_DASH = classOf(/[A-Za-z0-9-]/);
const ALNUM_OR_SLASH = classOf(/[A-Za-z0-9/]/);
const WORD = classOf(/\w/);
const BASE64URL = classOf(/[\w-]/);

type Step =
  | { readonly kind: "literal"; readonly bytes: Buffer }
  | { readonly kind: "run"; readonly least: number; readonly most: number; readonly of: ByteClass }
  | { readonly kind: "not-before"; readonly of: ByteClass };

const DOT: Step = { kind: "literal", bytes: Buffer.from(".") };

function run(least: number, most: number, of: ByteClass): Step {
  return { kind: "run", least, most, of };
}

function exactly(count: number, of: ByteClass): Step {
  return run(count, count, of);
}

function notBefore(of: ByteClass): Step {
  return { kind: "not-before", of };
}

const keys = (label: string, prefixes: readonly string[], steps: readonly Step[]): SecretShape[] =>
  prefixes.map((prefix) => {
    const all: readonly Step[] = [{ kind: "literal", bytes: Buffer.from(prefix) }, ...steps];
    return {
      label,
      starts: startsOf(prefix),
      wordStart: true,
      match: (bytes, at, final) => follow({ bytes, final }, at, all),
    };
  });

/** A short prefix is looked for together with each letter or digit that may follow it. */
function startsOf(prefix: string): readonly Buffer[] {
  if (prefix.length >= START_BYTES) return [Buffer.from(prefix)];
  return [...ALNUM.entries()].flatMap(([byte, isIn]) =>
    isIn === 1 ? [Buffer.from(prefix + String.fromCharCode(byte))] : [],
  );
}

/** The bytes to search; `final` when no more follow. */
type Searched = { readonly bytes: Buffer; readonly final: boolean };

/** Takes one step after another, each as long as possible: a run never gives bytes back to the next step. */
function follow(text: Searched, start: number, steps: readonly Step[]): SecretMatch {
  let at = start;
  for (const step of steps) {
    const next = after(text, at, step);
    if (typeof next !== "number") return next;
    at = next;
  }
  return { kind: "secret", end: at };
}

function after({ bytes, final }: Searched, at: number, step: Step): number | SecretMatch {
  const unfinished = final ? NO_SECRET : UNFINISHED;
  switch (step.kind) {
    case "literal": {
      const found = literalAt(bytes, at, step.bytes);
      if (found === "yes") return at + step.bytes.length;
      return found === "no" ? NO_SECRET : unfinished;
    }
    case "run": {
      const end = runEnd(bytes, at, step);
      if (end === bytes.length && end - at < step.most && !final) return UNFINISHED;
      return end - at >= step.least ? end : NO_SECRET;
    }
    case "not-before":
      if (at === bytes.length) return final ? at : UNFINISHED;
      return step.of[byteAt(bytes, at)] === 1 ? NO_SECRET : at;
    default:
      return assertNever(step);
  }
}
