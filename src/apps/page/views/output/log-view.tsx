import type { JSX } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { cellsOf } from "../../text/line-cells.ts";
import type { LineStore } from "../../text/line-store.ts";
import { RowHeights } from "../../text/row-heights.ts";
import { unstyled } from "../../text/styled-runs.ts";
import { LogRow } from "./log-row.tsx";

/** The height of a row, as the style sheet has it. */
const ROW = 18;
/** Rows that are drawn above and below what is seen. */
const MARGIN = 8;

export type LogViewProps = {
  readonly lines: LineStore;
  /** Only the lines that match. */
  readonly isOnly: boolean;
  readonly wraps: boolean;
  readonly follows: boolean;
  readonly onFollow: (follows: boolean) => void;
  /** The line that the search stands at, which is brought into view when it changes. */
  readonly now: number | undefined;
};

/** What the view remembers from drawing to drawing. */
class Layout {
  readonly heights = new RowHeights();
  top = 0;
  height = 600;
  columns = 80;
  lastTop = 0;
  shownNow: number | undefined;
  pickedFrom: number | undefined;
  picked: readonly [number, number] | undefined;
  #key: readonly unknown[] = [];

  /** Brings the heights up to date: anew when what is shown changed, else for the lines that came. */
  fit({ lines, isOnly, wraps }: LogViewProps): void {
    const count = isOnly ? lines.hits.length : lines.count;
    const rowsOf = (index: number): number => {
      const line = lines.lineAt(lineOf(lines, isOnly, index));
      return wraps && line?.isNote === undefined ? Math.max(1, Math.ceil(cellsOf(line?.text ?? "") / this.columns)) : 1;
    };
    const key = [lines, lines.dropped, isOnly, wraps, wraps ? this.columns : 0, isOnly ? lines.query : undefined];
    const isSame = key.every((part, at) => part === this.#key[at]) && count >= this.heights.count;
    if (!isSame) this.heights.reset(count, rowsOf);
    const known = this.heights.count;
    this.heights.grow(count, rowsOf);
    // Unfinished lines grow; they are among the last.
    for (let index = Math.max(0, known - 2); index < known; index += 1) this.heights.set(index, rowsOf(index));
    this.#key = key;
  }
}

const lineOf = (lines: LineStore, isOnly: boolean, index: number): number =>
  isOnly ? (lines.hits[index] ?? -1) : index;

/** The output as a window on a list: only the rows that are seen are in the document. */
export function LogView(props: LogViewProps): JSX.Element {
  const { lines, isOnly, wraps, follows, onFollow } = props;
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const box = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const layout = useRef<Layout>(null);
  layout.current ??= new Layout();
  const at = layout.current;
  at.fit(props);
  const first = at.heights.lineAt(Math.floor(at.top / ROW) - MARGIN);
  const last = at.heights.lineAt(Math.ceil((at.top + at.height) / ROW) + MARGIN);
  useLayoutEffect(() => watchSize(box.current, at, () => draw(undefined)), []);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const isMoved = wraps && measure(rows.current, at, first);
    if (follows) toEnd(box.current, at);
    else if (props.now !== at.shownNow) reveal(box.current, at, indexOf(lines, isOnly, props.now));
    at.shownNow = props.now;
    if (isMoved || Math.abs(box.current.scrollTop - at.top) > ROW) {
      at.top = box.current.scrollTop;
      draw(undefined);
    }
  });
  const onScroll = (): void => {
    if (box.current === null) return;
    at.top = box.current.scrollTop;
    const isAtEnd = at.top + box.current.clientHeight >= box.current.scrollHeight - ROW;
    if (at.top < at.lastTop - 1 && !isAtEnd && follows) onFollow(false);
    if (isAtEnd && !follows && at.top > at.lastTop) onFollow(true);
    at.lastTop = at.top;
    draw(undefined);
  };
  return (
    <div
      class={`log ${wraps ? "wraps" : ""}`}
      id="log"
      role="log"
      aria-live="off"
      aria-label="Output"
      tabIndex={0}
      ref={box}
      onScroll={onScroll}
    >
      <div class="rows" ref={rows} style={{ transform: `translateY(${at.heights.before(first) * ROW}px)` }}>
        {rowsOf(props, at, { first, last, draw: () => draw(undefined) })}
      </div>
      <div class="room" style={{ height: `${at.heights.total * ROW}px` }} />
    </div>
  );
}

type Window = { readonly first: number; readonly last: number; readonly draw: () => void };

/** The rows of a window on the list. */
function rowsOf({ lines, isOnly, now }: LogViewProps, at: Layout, { first, last, draw }: Window): JSX.Element[] {
  const [from, to] = at.picked ?? [-1, -1];
  const count = Math.max(0, Math.min(last + 1, at.heights.count) - first);
  return Array.from({ length: count }, (_, step) => lineOf(lines, isOnly, first + step)).flatMap((number) => {
    const line = lines.lineAt(number);
    if (line === undefined) return [];
    return (
      <LogRow
        key={lines.dropped + number}
        line={line}
        number={lines.numberOf(number)}
        query={lines.query}
        isNow={number === now}
        isPicked={number >= from && number <= to}
        onNumber={({ shiftKey }) => {
          pick(at, lines, { number, isRange: shiftKey });
          draw();
        }}
      />
    );
  });
}

function indexOf(lines: LineStore, isOnly: boolean, line: number | undefined): number | undefined {
  return line === undefined || !isOnly ? line : lines.hits.indexOf(line);
}

/** A click marks a line; with Shift everything from the marked one to this is copied, as far away as it may be. */
function pick(at: Layout, lines: LineStore, { number, isRange }: { number: number; isRange: boolean }): void {
  const from = isRange ? (at.pickedFrom ?? number) : number;
  if (!isRange) at.pickedFrom = number;
  at.picked = [Math.min(from, number), Math.max(from, number)];
  const [first, last] = at.picked;
  if (!isRange) return;
  const text = Array.from({ length: last - first + 1 }, (_, step) => unstyled(lines.lineAt(first + step)?.text ?? ""));
  void navigator.clipboard.writeText(text.join("\n"));
}

/** Keeps the size of the box and how many characters fit into a row. */
function watchSize(box: HTMLDivElement | null, at: Layout, draw: () => void): (() => void) | undefined {
  if (box === null) return undefined;
  const look = (): void => {
    at.height = box.clientHeight;
    const probe = document.createElement("div");
    probe.className = "line";
    const text = document.createElement("span");
    text.className = "text probe";
    text.textContent = "0".repeat(100);
    probe.append(text);
    box.append(probe);
    const { paddingLeft, paddingRight, borderLeftWidth } = getComputedStyle(text);
    const frame = [paddingLeft, paddingRight, borderLeftWidth].reduce((sum, side) => sum + Number.parseFloat(side), 0);
    const cell = (text.getBoundingClientRect().width - frame) / 100;
    at.columns = Math.max(10, Math.floor((box.clientWidth - text.offsetLeft - frame) / cell));
    probe.remove();
    draw();
  };
  const watcher = new ResizeObserver(look);
  watcher.observe(box);
  look();
  return () => watcher.disconnect();
}

/** Corrects the guesses of the rows that are drawn. Whether one was wrong. */
function measure(rows: HTMLDivElement | null, at: Layout, first: number): boolean {
  let isMoved = false;
  for (const [step, row] of Array.from(rows?.children ?? []).entries()) {
    const seen = Math.max(1, Math.round(row.getBoundingClientRect().height / ROW));
    if (seen === at.heights.rowsOf(first + step)) continue;
    at.heights.set(first + step, seen);
    isMoved = true;
  }
  return isMoved;
}

function toEnd(box: HTMLDivElement, at: Layout): void {
  box.scrollTop = box.scrollHeight;
  at.lastTop = box.scrollTop;
}

/** Scrolls so that a line is in the middle, unless it is seen already. */
function reveal(box: HTMLDivElement, at: Layout, index: number | undefined): void {
  if (index === undefined || index < 0) return;
  const top = at.heights.before(index) * ROW;
  if (top >= box.scrollTop + ROW && top <= box.scrollTop + box.clientHeight - 2 * ROW) return;
  box.scrollTop = Math.max(0, top - box.clientHeight / 2);
  at.lastTop = box.scrollTop;
}
