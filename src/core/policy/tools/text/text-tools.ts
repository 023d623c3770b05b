import type { Tool } from "../tool-shape.ts";
import { DATA_FORMATS } from "./data-formats.ts";
import { ENCODINGS } from "./encodings.ts";
import { FILTERS } from "./filters.ts";
import { HASHES_AND_COMPARISONS } from "./hashes-and-comparisons.ts";
import { MANUALS } from "./manuals.ts";
import { PRINTERS } from "./printers.ts";
import { READERS } from "./readers.ts";
import { SEARCHING } from "./searching.ts";

/** Every tool of this folder: what shows, searches, changes and hides text. */
export const TEXT_TOOLS: readonly Tool[] = [
  ...READERS,
  ...SEARCHING,
  ...FILTERS,
  ...HASHES_AND_COMPARISONS,
  ...DATA_FORMATS,
  ...ENCODINGS,
  ...PRINTERS,
  ...MANUALS,
];
