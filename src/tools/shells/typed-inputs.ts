import { LONGEST_COMMAND } from "../../core/base/limits.ts";
import type { Clearance, Gate, Request } from "../../core/permission/gate.ts";
import type { GivenStdin } from "../../core/policy/read/given-stdin.ts";
import type { Finding, Verdict } from "../../core/policy/verdict.ts";
import type { ShellProcess } from "../../core/shell/background/shell-process.ts";

/** What was judged of a shell when it started. */
export type StartedAs = { readonly request: Request; readonly verdict: Verdict };

/** The caller of the input, and not of the command, is the one to ask. */
type Caller = Pick<Request, "approver" | "asking" | "wall" | "workspaces" | "client">;

type Ledger = {
  readonly request: Request;
  /** What the approver allowed, or was not asked about: it is not asked again. */
  readonly settled: Set<string>;
  /** Everything that the shell got so far; undefined once it is too long to be judged. */
  text: string | undefined;
};

/** A judgement of input; without a clearance for one that is not to be typed. */
export type InputClearance = { readonly clearance: Clearance | undefined; readonly verdict: Verdict };

type Asked = { readonly gate: Gate; readonly caller: Caller; readonly isDry?: boolean };

/**
 * Judges what is typed into shells: each shell's own command once more, as if all that it got so far and the new text had
 * been given with it. The policy knows what a command does with a text that it reads; it knows it of the pieces of a line
 * too, because they are judged together. What cannot be known is a question, as with any command.
 */
export class TypedInputs {
  readonly #ledgers = new WeakMap<ShellProcess, Ledger>();

  /** A shell started as this. */
  began(shell: ShellProcess, { request, verdict }: StartedAs): void {
    this.#ledgers.set(shell, { request, settled: new Set(verdict.findings.map(keyOf)), text: "" });
  }

  /** Whether the shell may get this too. What is cleared counts as got. */
  async clear(shell: ShellProcess, typed: GivenStdin, { gate, caller, isDry = false }: Asked): Promise<InputClearance> {
    const ledger = this.#ledgerOf(shell);
    const text = joined(ledger.text, typed);
    const stdin: GivenStdin = text === undefined ? { kind: "stream" } : { kind: "text", text };
    const { request, verdict } = await gate.judge({ ...ledger.request, ...caller, stdin }, !isDry);
    if (isDry) return { clearance: undefined, verdict };
    const isSettled = verdict.findings.every((one) => one.decision === "allow" || ledger.settled.has(keyOf(one)));
    const clearance = await gate.clear(request, isSettled ? allowed(verdict) : verdict);
    if (clearance.kind === "cleared") {
      ledger.text = text;
      for (const one of verdict.findings) ledger.settled.add(keyOf(one));
    }
    return { clearance, verdict };
  }

  /** An embedder's own shell was judged by nobody. */
  #ledgerOf(shell: ShellProcess): Ledger {
    const known = this.#ledgers.get(shell);
    if (known !== undefined) return known;
    const { command: text, workingDir: cwd, sessionId } = shell;
    const made: Ledger = { request: { text, cwd, sessionId }, settled: new Set(), text: "" };
    this.#ledgers.set(shell, made);
    return made;
  }
}

const keyOf = ({ decision, rule, part }: Finding): string => `${decision} ${rule} ${part}`;

function joined(before: string | undefined, typed: GivenStdin): string | undefined {
  if (before === undefined || typed.kind === "stream") return undefined;
  const text = before + typed.text;
  return text.length > LONGEST_COMMAND ? undefined : text;
}

/** All that was found was settled before: when the command started, or with an earlier input. */
const allowed = (verdict: Verdict): Verdict => ({ ...verdict, decision: "allow" });
