import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { wantsNotices, wishNotices } from "../wire/desktop-notices.ts";

/** Whether the desktop tells of questions and ends while this page is hidden. The user's choice, in this browser. */
export function NoticeButton(): JSX.Element {
  const [isOn, setOn] = useState(wantsNotices);
  const toggle = (): void => void wishNotices(!isOn).then(setOn);
  return (
    <button type="button" aria-pressed={isOn} onClick={toggle}>
      Desktop notices
    </button>
  );
}
