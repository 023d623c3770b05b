import type { Summary } from "../page-messages.ts";

/** What a desktop says when a hidden page learns of a change. Never the command: notices show on locked screens. */
export function noticesOf(before: Summary | undefined, now: Summary): readonly string[] {
  if (before === undefined) return [];
  return [
    ...(now.questions > before.questions ? ["A question waits for your answer."] : []),
    ...(now.waiting > before.waiting ? ["A shell waits for input."] : []),
    ...(now.running < before.running ? ["A shell ended."] : []),
  ];
}
