import type { Family } from "./family.ts";
import { PATHS } from "./paths.ts";
import { PIPING } from "./piping.ts";
import { QUOTING } from "./quoting.ts";
import { RUNNING } from "./running.ts";
import { VALUES } from "./values.ts";

/** Every way to write a text otherwise that is tried. */
export const FAMILIES: readonly Family[] = [...QUOTING, ...VALUES, ...RUNNING, ...PIPING, ...PATHS];
