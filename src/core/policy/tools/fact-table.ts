import { FACTS_FILES } from "./facts-files.ts";
import { FACTS_MACHINE } from "./facts-machine.ts";

/** Facts about tools that are not rows yet, a line each: `names meaning:options …` (see `facts.ts`). */
export const FACTS: string = [FACTS_MACHINE, FACTS_FILES].join("");
