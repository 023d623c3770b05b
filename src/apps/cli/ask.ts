import { createInterface } from "node:readline";
import type { Answer, Approver, Question } from "../../core/permission/approver.ts";
import { askedFor, keptLines, reasonsOf, stdinLines, triedOf, widerLines } from "../../tools/question-text.ts";
import type { Io } from "./io.ts";
import { oneLine } from "./table.ts";

/** What the user can type; `wider` is `always` with the wider rule. */
type Choice = Answer | "wider";

const CHOICES: readonly { readonly choice: Choice; readonly key: string; readonly means: string }[] = [
  { choice: "once", key: "y", means: "yes, this once" },
  { choice: "session", key: "s", means: "yes, for this session" },
  { choice: "always", key: "a", means: "yes, from now on" },
  { choice: "wider", key: "w", means: "yes, from now on and wider" },
  { choice: "try", key: "t", means: "try it first" },
  { choice: "deny", key: "n", means: "no" },
];

/** Asks the user at the terminal. Anything but a clear yes is a no; the end of input is no answer. */
export const terminalApprover =
  (
    io: Pick<Io, "stdin" | "stderr" | "signal">,
    offered: readonly Answer[] = ["once", "session", "try", "deny"],
  ): Approver =>
  async (given, asked) => {
    const question = narrowed(given, offered);
    const choices = CHOICES.filter(({ choice }) =>
      choice === "wider" ? question.wider !== undefined : question.answers.includes(choice),
    );
    io.stderr(renderQuestion(question, choices));
    const line = await readLine(io, asked?.signal);
    if (line === undefined) return { answer: "deny", by: "unanswered", via: VIA };
    const said = line.trim().toLowerCase();
    const chosen = choices.find(
      ({ choice, key }) => key === said || choice === said || (choice === "once" && said === "yes"),
    );
    return answerOf(chosen?.choice ?? "deny", question);
  };

/** The question without the answers that are not on offer here. */
function narrowed({ always, wider, ...question }: Question, offered: readonly Answer[]): Question {
  const answers = question.answers.filter((answer) => offered.includes(answer));
  if (!answers.includes("always")) return { ...question, answers };
  return {
    ...question,
    answers,
    ...(always === undefined ? {} : { always }),
    ...(wider === undefined ? {} : { wider }),
  };
}

const VIA = "terminal";

function answerOf(choice: Choice, { wider }: Question): Awaited<ReturnType<Approver>> {
  if (choice !== "wider") return { answer: choice, via: VIA };
  return wider === undefined ? { answer: "deny", via: VIA } : { answer: "always", rule: wider.rule, via: VIA };
}

/** Why the policy asks, and the whole command with hidden characters made visible. */
function renderQuestion(question: Question, choices: typeof CHOICES): string {
  const { command, cwd, suggestion, wider } = question;
  const [first, ...others] = reasonsOf(question);
  const asked = `nacre: ${askedFor(question).toLowerCase()}`;
  return [
    first === undefined ? asked : `${asked} ${first}`,
    ...command.split("\n").map((line) => `  │ ${oneLine(line, Number.MAX_SAFE_INTEGER)}`),
    ...stdinLines(question).map((line) => `  ${line}`),
    `  in ${oneLine(cwd, 500)}`,
    ...others.map((reason) => `  also: ${reason}`),
    ...(suggestion === undefined ? [] : [`  safer: ${suggestion}`]),
    ...triedOf(question).map((line) => `  ${line}`),
    ...keptLines(question).map((line) => `  ${line}`),
    ...(wider === undefined ? [] : widerLines(wider).map((line) => `  ${line}`)),
    `${choices.map((one) => `[${one.key}] ${meaningOf(one, question)}`).join("  ")} › `,
  ].join("\n");
}

const meaningOf = ({ choice, means }: (typeof CHOICES)[number], { asks }: Question): string =>
  choice === "once" && asks === "keep" ? "yes, keep it" : means;

/** The next line, or undefined at the end of input, or when the question needs no answer any more. */
export function readLine(
  io: Pick<Io, "stdin" | "stderr" | "signal">,
  settled?: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: io.stdin, terminal: false });
    let answered = false;
    lines.once("line", (line) => {
      answered = true;
      resolve(line);
      lines.close();
    });
    lines.once("close", () => {
      if (!answered) io.stderr("\n"); // what is said next begins its own line
      resolve(undefined);
    });
    for (const signal of [io.signal, settled]) signal?.addEventListener("abort", () => lines.close(), { once: true });
  });
}

/** Asks the user at the terminal for a yes. Anything else is a no; so is the end of input. */
export async function confirms(io: Pick<Io, "stdin" | "stderr" | "signal">, question: string): Promise<boolean> {
  io.stderr(`${question} [y/N] › `);
  return ["y", "yes"].includes(((await readLine(io)) ?? "").trim().toLowerCase());
}
