import type { ComponentChildren, JSX } from "preact";
import { sayTime } from "../state/say.ts";
import { browserMs } from "../wire/browser-clock.ts";
import { Band } from "./band.tsx";
import { useModel, useTick } from "./use-model.tsx";

/** A stream that is cut is opened again at once; only a server that stays away is told. */
const PATIENCE_MS = 3000;

/** Says since when the data is old, and what that means. */
export function LostBand(): JSX.Element | null {
  const model = useModel();
  const { link } = model;
  useTick(link.kind === "lost");
  if (link.kind === "crowded") {
    return (
      <Lost act="Go on here">
        <b>This tab rests.</b> {link.most} others of this browser are live.
      </Lost>
    );
  }
  if (link.kind !== "lost" || browserMs() - link.since < PATIENCE_MS) return null;
  const wait = Math.max(0, Math.ceil((link.nextAt - browserMs()) / 1000));
  return (
    <Lost act="Try now">
      <b>{link.sentence ?? "The server does not answer."}</b> What you see is from {sayTime(link.since)}. Nothing can be
      answered or killed from here until it is back.{" "}
      <span aria-hidden="true">{wait === 0 ? "Trying now." : `Trying again in ${wait} s.`}</span>
    </Lost>
  );
}

const Lost = ({ act, children }: { readonly act: string; readonly children: ComponentChildren }): JSX.Element => {
  const model = useModel();
  return (
    <Band>
      <p class="grow">{children}</p>
      <button type="button" onClick={() => model.tryNow()}>
        {act}
      </button>
    </Band>
  );
};
