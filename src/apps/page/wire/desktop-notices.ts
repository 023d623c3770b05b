import { type Notice, wordsOf } from "../state/notices.ts";

const KEY = "notices";

/** Whether the user chose notices, and the browser may show them. */
export const wantsNotices = (): boolean =>
  localStorage.getItem(KEY) === "on" && "Notification" in globalThis && Notification.permission === "granted";

/** Keeps the choice; the browser asks its user the first time. Returns what holds now. */
export async function wishNotices(isWished: boolean): Promise<boolean> {
  if (!isWished || !("Notification" in globalThis)) localStorage.removeItem(KEY);
  else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(KEY, "on");
  return wantsNotices();
}

/** The same of two tabs is shown once: it has the same tag. */
export function showNotice(notice: Notice): void {
  if (wantsNotices()) new Notification("nacre", { body: wordsOf(notice), tag: `${notice.kind} ${notice.id}` });
}
