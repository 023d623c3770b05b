import { createInterface } from "node:readline";
import type { Answer, Approver, Question } from "../../core/permission/approver.ts";
import type { Io } from "./io.ts";
import { oneLine } from "./table.ts";

const WORDS: Readonly<Record<Answer, string>> = {
  once: "yes, this once",
  session: "yes, for this session",
  always: "yes, from now on",
  deny: "no",
};
const KEYS: Readonly<Record<Answer, string>> = { once: "y", session: "s", always: "a", deny: "n" };

/** Asks the user at the terminal. Anything but a clear yes is a no; so is the end of input. */
export const terminalApprover =
  (io: Pick<Io, "stdin" | "stderr" | "signal">, offered: readonly Answer[] = ["once", "session", "deny"]): Approver =>
  async (question) => {
    const answers = question.answers.filter((answer) => offered.includes(answer));
    io.stderr(renderQuestion(question, answers));
    const said = (await readLine(io)).trim().toLowerCase();
    return (
      answers.find((answer) => KEYS[answer] === said || answer === said || (answer === "once" && said === "yes")) ??
      "deny"
    );
  };

/** The whole command with hidden characters made visible, and why the policy asks. */
function renderQuestion({ command, cwd, findings, suggestion }: Question, answers: readonly Answer[]): string {
  const reasons = findings
    .filter(({ decision }) => decision === "ask")
    .map(({ part, reason }) => `  ${oneLine(part, 200)}\n    ${reason}`);
  const choice = answers.map((answer) => `[${KEYS[answer]}] ${WORDS[answer]}`).join("  ");
  return [
    "nacre: may this run?",
    ...command.split("\n").map((line) => `  │ ${oneLine(line, Number.MAX_SAFE_INTEGER)}`),
    `  in ${oneLine(cwd, 500)}`,
    ...reasons,
    ...(suggestion === undefined ? [] : [`  safer: ${suggestion}`]),
    `${choice} › `,
  ].join("\n");
}

function readLine(io: Pick<Io, "stdin" | "stderr" | "signal">): Promise<string> {
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
      resolve("");
    });
    io.signal.addEventListener("abort", () => lines.close(), { once: true });
  });
}
