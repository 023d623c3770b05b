import { every } from "../../../core/base/clock.ts";
import { JOURNAL_RETRY_MS, journalFailed } from "../../../core/journal/problem-words.ts";
import type { HostView } from "../../../core/line/line-messages.ts";
import { connectToAll } from "../../../core/shell/host/all-hosts.ts";
import { plural } from "../../../tools/words/plural.ts";
import type { Surroundings } from "../settings.ts";
import { timeOf } from "./render-entry.ts";

/** What to say of a host whose journal is not written now; undefined where it is. */
export function unwrittenOf({ pid, journalProblem: problem }: HostView): string | undefined {
  if (problem === undefined) return undefined;
  const { since, missed, stopsCommands } = problem;
  const meanwhile = stopsCommands ? "it runs no command meanwhile" : "commands run on";
  return `host ${pid} has recorded nothing since ${timeOf(since)} (${plural(missed, "entry", "entries")} so far; ${meanwhile}): ${journalFailed(problem)}`;
}

/** Says which live hosts cannot write their journals: what a reader of the journal would miss. */
export async function tellUnwritten({ stateDir, io }: Surroundings): Promise<void> {
  for (const { sentence } of await unwritten(stateDir)) io.stderr(`nacre: ${sentence}\n`);
}

/** The same from now on, each trouble once. That it is over is an entry of the journal itself. */
export function followUnwritten({ stateDir, io }: Surroundings): void {
  const told = new Set<string>();
  const look = async (): Promise<void> => {
    for (const { key, sentence } of await unwritten(stateDir)) {
      if (told.has(key) || io.signal.aborted) continue;
      told.add(key);
      io.stderr(`nacre: ${sentence}\n`);
    }
  };
  void look();
  const looks = every(JOURNAL_RETRY_MS, () => void look());
  io.signal.addEventListener("abort", () => looks.cancel(), { once: true });
}

async function unwritten(stateDir: string): Promise<readonly { readonly key: string; readonly sentence: string }[]> {
  return (await connectToAll(stateDir)).flatMap((host) => {
    if ("no" in host) return [];
    host.line.close();
    const sentence = unwrittenOf(host.host);
    return sentence === undefined ? [] : [{ key: `${host.pid} ${host.host.journalProblem?.since}`, sentence }];
  });
}
