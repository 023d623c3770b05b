import { type Finding, type Verdict, verdictOf } from "../../core/policy/verdict.ts";
import type { Doubt } from "../../core/terminal/input-judgement.ts";

/** On a pipe a prompt is all that tells of a secret, and no user can type. */
type TypedDoubt = Doubt | "secret-on-pipe";

/** What is asked about an input that no rule of the policy is about. */
const DOUBTS: Readonly<
  Record<TypedDoubt, { readonly rule: string; readonly reason: string; readonly suggestion: string }>
> = {
  unknown: {
    rule: "type-unknown",
    reason: "Nothing can be told about the program that would read this.",
    suggestion: "Read the screen, and try again.",
  },
  password: {
    rule: "type-password",
    reason: "A program asks for a password: what is typed here may be a secret, and nobody sees it.",
    suggestion: "Let the user type it, with `nacre attach` or on the page.",
  },
  "secret-on-pipe": {
    rule: "type-password",
    reason: "A program seems to ask for a secret.",
    suggestion: "Run the command with tty: there the user can type it, with `nacre attach` or on the page.",
  },
  raw: {
    rule: "type-raw",
    reason:
      "This goes to a program that reads every key, outside a sandbox that holds: it can run anything from within.",
    suggestion: "Run it in a sandbox, or use a command that needs no terminal.",
  },
  key: {
    rule: "type-key",
    reason: "This key may run something that is not on the line.",
    suggestion: "Type the command, then Enter.",
  },
  line: {
    rule: "type-line",
    reason: "It cannot be told which line this Enter would run.",
    suggestion: "Clear the line with C-c, and type the whole command at once.",
  },
  history: {
    rule: "type-history",
    reason: "The shell would put something from its history into this line.",
    suggestion: "Write the command out, or put it into single quotes.",
  },
};

/** The question about an input, as the gate takes it. */
export function typedVerdict(doubt: TypedDoubt, text: string): Verdict {
  const finding: Finding = { decision: "ask", part: text, span: [0, text.length], ...DOUBTS[doubt] };
  return verdictOf([finding], []);
}
