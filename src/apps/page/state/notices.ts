import type { Look } from "../page-messages.ts";
import { isLive, openQuestions, type Watched, waitsForInput } from "./watched.ts";

/** Something that a user is told once. */
export type Notice =
  | { readonly kind: "question"; readonly id: string; readonly client: string | undefined }
  | { readonly kind: "waits"; readonly id: string }
  | { readonly kind: "ended"; readonly id: string; readonly status: string };

/** What there is to tell of, as the page knows it: of shells that ended since then. */
export function lookOf(watched: Watched, since: number): Look {
  const shells = [...watched.hosts.values()].flatMap((host) => [...host.shells.values()]);
  return {
    questions: openQuestions(watched).map(({ host: { view }, question: { id } }) => ({ id, client: view.client })),
    running: shells.filter(isLive).map(({ id }) => id),
    waiting: shells.filter(waitsForInput).map(({ id }) => id),
    ended: [...shells, ...watched.kept].filter(({ completedAt = 0 }) => completedAt >= since),
  };
}

/** Tells of each question and each end once, by its id, and of each wait for input; not of what the first look finds. */
export class Notices {
  readonly #told = new Set<string>();
  #waiting: readonly string[] = [];
  #isFirst = true;

  take({ questions, waiting, ended }: Look): readonly Notice[] {
    const isNew = ({ id }: { readonly id: string }): boolean => !this.#told.has(id);
    const notices: Notice[] = [
      ...questions.filter(isNew).map(({ id, client }) => ({ kind: "question", id, client }) as const),
      ...waiting.filter((id) => !this.#waiting.includes(id)).map((id) => ({ kind: "waits", id }) as const),
      ...ended.filter(isNew).map(({ id, status }) => ({ kind: "ended", id, status }) as const),
    ];
    for (const { kind, id } of notices) if (kind !== "waits") this.#told.add(id);
    this.#waiting = waiting;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return isFirst ? [] : notices;
  }
}

/** What a desktop says. Never the command: such notices show on locked screens. */
export function wordsOf(notice: Notice): string {
  if (notice.kind === "question") return `${notice.client ?? "A client"} asks, and waits for your answer.`;
  return `${notice.id} ${notice.kind === "waits" ? "waits for input" : `has ended (${notice.status})`}.`;
}
