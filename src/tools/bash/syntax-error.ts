import type { Verdict } from "../../core/policy/verdict.ts";
import { bashPath } from "../../core/process/interpreter-paths.ts";
import { runFile } from "../../core/process/run-file.ts";

const CHECK_MS = 5000;

/**
 * The syntax error that bash reports for a text that nacre's parser could not read; undefined when bash accepts it. bash
 * is only started where the parser failed, so that ordinary commands do not pay for it. `-n` reads and runs nothing.
 */
export async function syntaxErrorOf(verdict: Verdict, text: string, cwd: string): Promise<string | undefined> {
  const { findings } = verdict;
  if (!findings.some(({ rule }) => rule === "syntax" || rule === "unparsable")) return undefined;
  // A denied command is reported as denied, also where its syntax is wrong.
  if (findings.some(({ decision, rule }) => decision === "deny" && rule !== "syntax")) return undefined;
  const plan = { file: bashPath(), args: ["--noprofile", "--norc", "-n"], cwd, env: {} };
  const { exitCode, stderr } = await runFile(plan, { input: Buffer.from(`${text}\n`), timeoutMs: CHECK_MS });
  return exitCode === undefined || exitCode === 0 ? undefined : `[stderr]\n${stderr}`;
}
