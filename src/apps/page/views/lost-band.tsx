import type { JSX } from "preact";
import { sayTime } from "../state/say.ts";
import { browserMs } from "../wire/browser-clock.ts";
import { Icon } from "./icon.tsx";
import { useModel, useTick } from "./use-model.tsx";

/** A stream that is cut is opened again at once; only a server that stays away is told. */
const PATIENCE_MS = 3000;

/** Says since when the data is old, and what that means. */
export function LostBand(): JSX.Element | null {
  const model = useModel();
  const { link } = model;
  useTick(link.kind === "lost");
  if (link.kind !== "lost" || browserMs() - link.since < PATIENCE_MS) return null;
  const wait = Math.max(0, Math.ceil((link.nextAt - browserMs()) / 1000));
  return (
    <div class="band" role="alert">
      <Icon name="question" tone="warn" />
      <p class="grow">
        <b>The server does not answer.</b> What you see is from {sayTime(link.since)}. Nothing can be answered or killed
        from here until it is back.{" "}
        <span aria-hidden="true">{wait === 0 ? "Trying now." : `Trying again in ${wait} s.`}</span>
      </p>
      <button type="button" onClick={() => model.tryNow()}>
        Try now
      </button>
    </div>
  );
}
