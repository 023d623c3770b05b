import type { Containment, Sandbox } from "../../core/sandbox/sandbox.ts";
import type { Session } from "../../core/shell/session/session.ts";
import type { ToolSetup } from "../tool-setup.ts";
import type { Words } from "../words.ts";

/** The reasons that each session was told last. */
const told = new WeakMap<Session, string>();

/**
 * That less is contained than the operator asked for: with the first result of a session, and when the reasons change.
 * What a command did and nacre could not undo is told with every result: the operator chose that commands run all the
 * same.
 */
export function tellContainment(session: Session, containment: Containment, words: Words): readonly string[] {
  const { level, reasons, unresolved = [] } = containment;
  if (level !== "partial") return [];
  const lasting = reasons.filter((reason) => !unresolved.includes(reason));
  const always = unresolved.length === 0 ? [] : [words.partlyContained(unresolved, "the operator lets commands run")];
  return [...always, ...(lasting.length === 0 ? [] : tellOnce(session, words.partlyContained(lasting)))];
}

function tellOnce(session: Session, sentence: string): readonly string[] {
  if (told.get(session) === sentence) return [];
  told.set(session, sentence);
  return [sentence];
}

/** What was announced last of each sandbox. */
const announced = new WeakMap<Sandbox, string>();

/** Tells listeners how much is contained, at first and when it changes. */
export function announceContainment(sandbox: Sandbox, { announce }: Pick<ToolSetup, "announce">): void {
  const { level, reasons } = sandbox.containment;
  const now = [level, ...reasons].join("\n");
  if (announced.get(sandbox) === now) return;
  announced.set(sandbox, now);
  announce({ kind: "containment", level, reasons });
}
