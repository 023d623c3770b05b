import { LINE_PAGE_BYTES, PAGE_PAST_BYTES } from "../../../core/base/limits.ts";
import { LineClient } from "../../../core/line/line-client.ts";
import type { LineEvent, ShellView } from "../../../core/line/line-messages.ts";
import { renderCursor } from "../../../core/output/cursor.ts";
import { parseCursor } from "../../../core/output/transcript.ts";
import type { EventOutlet } from "./event-outlet.ts";
import { findKept, type KeptShell } from "./kept-shells.ts";
import type { WatchedHosts } from "./watched-hosts.ts";

export type Wish = { readonly shell: string; readonly since: string | undefined };

type Start = { readonly cursor: string; readonly skipped: number };

/** Where reading begins: at the cursor of the page, or near enough to the end for a browser. @internal exported for its test. */
export function startOf({ stdoutBytes, stderrBytes }: ShellView, since: string | undefined): Start {
  if (since !== undefined && parseCursor(since) !== undefined) return { cursor: since, skipped: 0 };
  const skip = {
    stdout: Math.max(0, stdoutBytes - PAGE_PAST_BYTES),
    stderr: Math.max(0, stderrBytes - PAGE_PAST_BYTES),
  };
  return { cursor: renderCursor(skip), skipped: skip.stdout + skip.stderr };
}

/** Sends what a shell printed, and prints from now on, until the tab is gone. */
export async function feedOutput(
  { shell, since }: Wish,
  { hosts, stateDir }: { readonly hosts: WatchedHosts; readonly stateDir: string },
  outlet: EventOutlet,
): Promise<void> {
  const place = hosts.placeOf(shell);
  if (place !== undefined) {
    const screens = place.shell.hasTerminal === true ? feedScreens(place, outlet) : undefined;
    await feedLive(place, since, outlet);
    return screens;
  }
  const kept = findKept(stateDir, shell);
  if (kept !== undefined) return feedKept(kept, since, outlet);
  outlet.send({ kind: "no-output", shell, sentence: "This shell is not known any more; its output is gone." });
}

type Output = Extract<LineEvent, { readonly kind: "output" }>;

/** What the terminal of a shell shows. A tab that takes slowly gets only the newest of what it has missed. */
async function feedScreens({ directory, shell }: LivePlace, outlet: EventOutlet): Promise<void> {
  const connected = await LineClient.connect(directory);
  if ("no" in connected) return; // the output says so
  const { line } = connected;
  let missed: Extract<LineEvent, { readonly kind: "screen" }> | undefined;
  const onEvent = (event: LineEvent): void => {
    if (event.kind !== "screen") return;
    if (!outlet.isFull) return outlet.send(event);
    const isFirst = missed === undefined;
    missed = event;
    if (isFirst) void outlet.drained().then(sendMissed);
  };
  const sendMissed = (): void => {
    if (missed !== undefined && outlet.isOpen) outlet.send(missed);
    missed = undefined;
  };
  void outlet.closed.then(() => line.close());
  await line.ask({ do: "follow", canAnswer: false, shell: shell.id, screen: true }, { limitMs: "any", onEvent });
  line.close();
}

type LivePlace = { readonly directory: string; readonly shell: ShellView };

/** Over a line of its own. A tab that takes slowly is sent the rest later: it stays where the host keeps it. */
async function feedLive(
  { directory, shell }: LivePlace,
  since: string | undefined,
  outlet: EventOutlet,
): Promise<void> {
  let { cursor, skipped } = startOf(shell, since);
  for (let isOver = false; !isOver && outlet.isOpen; ) {
    const connected = await LineClient.connect(directory);
    if ("no" in connected) {
      return outlet.send({
        kind: "no-output",
        shell: shell.id,
        sentence: `It cannot be read: ${connected.no.sentence}.`,
      });
    }
    const { line } = connected;
    let isHeld = false;
    const onEvent = (event: LineEvent): void => {
      if (event.kind !== "output" || isHeld) return;
      outlet.send(outputOf(event, skipped));
      ({ cursor } = event);
      skipped = 0;
      if (!outlet.isFull) return;
      isHeld = true;
      line.close();
    };
    void outlet.closed.then(() => line.close());
    await line.ask(
      { do: "follow", canAnswer: false, shell: shell.id, since: cursor, raw: true },
      { limitMs: "any", onEvent },
    );
    line.close();
    isOver = !isHeld;
    await outlet.drained();
  }
}

const outputOf = ({ shell, stdout, stderr, cursor, dropped }: Output, skipped: number) =>
  ({ kind: "output", shell, stdout, stderr, cursor, dropped, skipped }) as const;

/** From the files of a dead host, page by page. */
async function feedKept({ view, open }: KeptShell, since: string | undefined, outlet: EventOutlet): Promise<void> {
  let { cursor, skipped } = startOf(view, since);
  const transcript = open();
  try {
    for (let before = ""; before !== cursor && outlet.isOpen; ) {
      before = cursor;
      const options = { since: cursor, raw: true, pageBytes: LINE_PAGE_BYTES, maxChars: Number.MAX_SAFE_INTEGER };
      const { stdout, stderr, nextCursor, droppedBytes } = transcript.read(options);
      cursor = nextCursor;
      if (cursor === before) continue;
      outlet.send({ kind: "output", shell: view.id, stdout, stderr, cursor, dropped: droppedBytes, skipped });
      skipped = 0;
      await outlet.drained();
    }
  } finally {
    transcript.close();
  }
}
