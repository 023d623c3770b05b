import type { Containment } from "../../core/sandbox/sandbox.ts";
import type { Session } from "../../core/shell/session/session.ts";
import type { Words } from "../words.ts";

/** The reasons that each session was told last. */
const told = new WeakMap<Session, string>();

/** That less is contained than the operator asked for: with the first result of a session, and when the reasons change. */
export function tellContainment(session: Session, { level, reasons }: Containment, words: Words): readonly string[] {
  if (level !== "partial") return [];
  const sentence = words.partlyContained(reasons);
  if (told.get(session) === sentence) return [];
  told.set(session, sentence);
  return [sentence];
}
