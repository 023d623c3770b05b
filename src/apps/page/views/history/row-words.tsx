import type { CommandRow } from "../../../../core/journal/history-row.ts";

type Words = { readonly words: string; readonly tone: string };

const ANSWERS: Readonly<Record<string, string>> = { once: "once", session: "session", always: "rule", deny: "no" };

/** Why no answer came, as `by` says it. */
const WITHOUT: Readonly<Record<string, string>> = {
  policy: "policy",
  grant: "allowed before",
  nobody: "nobody to ask",
  client: "client declined",
  unanswered: "no answer",
  expired: "expired",
  withdrawn: "withdrawn",
  changed: "changed since",
};

/** Who let it through or not, in a word or two. */
export function answerWords({ decision, cleared, by = "", asked }: CommandRow, isHostThere: boolean): Words {
  if (decision === "allow") return { words: "", tone: "" };
  if (asked !== undefined && asked.settledAt === undefined && cleared === undefined)
    return isHostThere ? { words: "waits", tone: "warn" } : { words: "lost with its host", tone: "dim" };
  if (asked?.answer !== undefined) {
    const via = asked.via === undefined ? "" : `, ${asked.via}`;
    return { words: `${ANSWERS[asked.answer] ?? asked.answer}${via}`, tone: "dim" };
  }
  return { words: WITHOUT[by] ?? WITHOUT[asked?.state ?? ""] ?? by, tone: "dim" };
}

/** How it ended. */
export function exitWords({ ran, cleared, asked }: CommandRow, isHostThere: boolean): Words {
  if (ran === undefined) {
    if (cleared === false || asked?.settledAt !== undefined) return { words: "not run", tone: "dim" };
    return { words: "", tone: "" };
  }
  if (ran.ending === undefined) return isHostThere ? { words: "runs", tone: "ok" } : { words: "lost", tone: "lost" };
  if (ran.exitCode !== undefined) return { words: String(ran.exitCode), tone: ran.exitCode === 0 ? "" : "bad" };
  return { words: ran.ending, tone: "bad" };
}
