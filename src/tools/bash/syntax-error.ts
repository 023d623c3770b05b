import type { Verdict } from "../../core/policy/verdict.ts";
import { bashPath } from "../../core/process/interpreter-paths.ts";
import { runFile } from "../../core/process/run-file.ts";

const CHECK_MS = 5000;

/**
 * What bash itself says against a text that our parser could not read; undefined when bash would take it. Only asked
 * where the verdict is in doubt, so that ordinary commands do not pay for a process. `-n` reads and runs nothing.
 */
export async function syntaxErrorOf(verdict: Verdict, text: string, cwd: string): Promise<string | undefined> {
  const { findings } = verdict;
  if (!findings.some(({ rule }) => rule === "syntax" || rule === "unparsable")) return undefined;
  // What is forbidden is called forbidden, also where it is misspelt.
  if (findings.some(({ decision, rule }) => decision === "deny" && rule !== "syntax")) return undefined;
  const plan = { file: bashPath(), args: ["--noprofile", "--norc", "-n"], cwd, env: {} };
  const { exitCode, stderr } = await runFile(plan, { input: Buffer.from(`${text}\n`), timeoutMs: CHECK_MS });
  return exitCode === undefined || exitCode === 0 ? undefined : `[stderr]\n${stderr}`;
}
