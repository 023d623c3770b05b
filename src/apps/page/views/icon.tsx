import type { JSX } from "preact";

/** Drawn on 16 by 16, as lines. */
const PATHS = {
  running: "M8 4.4a3.6 3.6 0 1 1 0 7.2a3.6 3.6 0 0 1 0-7.2z",
  done: "M3.2 8.6l3 2.9 6.6-6.9",
  failed: "M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6",
  ended: "M4.5 4.5h7v7h-7z",
  input: "M3 4.2L6.8 8 3 11.8M8.8 11.8H13",
  lost: "M5.7 6.1a2.4 2.4 0 1 1 3.2 2.3c-.6.3-.9.7-.9 1.5M8 12.6v.2",
  late: "M8 2.4a5.6 5.6 0 1 1 0 11.2A5.6 5.6 0 0 1 8 2.4zM8 5v3.2l2.2 1.4",
  question: "M8 2.4L14.2 13H1.8zM8 6.6v2.9M8 11.2v.2",
  wall: "M8 1.9l5 2v3.9c0 3.1-2.1 5.2-5 6.3-2.9-1.1-5-3.2-5-6.3V3.9z",
  search: "M7 2.9a4.1 4.1 0 1 1 0 8.2 4.1 4.1 0 0 1 0-8.2zM10 10l3.6 3.6",
  copy: "M5.6 5.6h7.8v7.8H5.6zM3 10.4A.9.9 0 0 1 2.6 9.6V3.4a.9.9 0 0 1 .9-.9h6.1c.3 0 .6.1.8.4",
  up: "M4 10l4-4 4 4",
  down: "M4 6l4 4 4-4",
  back: "M10 3.2L5.2 8l4.8 4.8",
  save: "M8 2.6v7M5 7l3 3 3-3M3 13.4h10",
  moon: "M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z",
  sides: "M2.6 3h10.8v10H2.6zM8 3v10M4.6 6h1.4M10 6h1.4M4.6 8.6h1.4M10 8.6h1.4",
  list: "M2.6 4h10.8M2.6 8h10.8M2.6 12h10.8",
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
