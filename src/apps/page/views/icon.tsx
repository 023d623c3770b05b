import type { JSX } from "preact";

/** Drawn on 16 by 16, as lines. */
const PATHS = {
  running: "M8 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8z",
  done: "M3 9l3 3 7-7",
  failed: "M4 4l8 8M12 4l-8 8",
  ended: "M4 4h8v8h-8z",
  input: "M3 4l4 4-4 4M9 12h4",
  lost: "M6 6a2 2 0 1 1 3 2c-1 1-1 1-1 2M8 13v0",
  late: "M8 2a6 6 0 1 1 0 12a6 6 0 0 1 0-12zM8 5v3l2 2",
  question: "M8 2l6 11h-12zM8 7v2M8 11v0",
  wall: "M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6v-4z",
  search: "M7 3a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM10 10l4 4",
  copy: "M6 6h7v7h-7zM3 10v-7h7",
  up: "M4 10l4-4 4 4",
  down: "M4 6l4 4 4-4",
  back: "M10 3l-5 5 5 5",
  save: "M8 3v7M5 7l3 3 3-3M3 13h10",
  moon: "M13 10a6 6 0 0 1-7-7a6 6 0 1 0 7 7z",
  sides: "M3 3h10v10h-10zM8 3v10M5 6h1M10 6h1M5 9h1M10 9h1",
  list: "M3 4h10M3 8h10M3 12h10",
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name, tone = "" }: { readonly name: IconName; readonly tone?: string }): JSX.Element => (
  <svg class={`icon ${tone} ${name === "running" ? "filled" : ""}`} viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

/** A shell's winding, for the bar and the tab. */
export const Brand = (): JSX.Element => (
  <svg class="icon brand-mark" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M8.1 1.7c3.4 0 6.2 2.6 6.2 5.9 0 3.2-2.5 5.5-5.4 5.5-2.6 0-4.5-1.8-4.5-4.1 0-1.9 1.4-3.4 3.3-3.4 1.4 0 2.5 1 2.5 2.3" />
  </svg>
);
