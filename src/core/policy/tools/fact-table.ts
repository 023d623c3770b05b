import { FACTS_FILES } from "./facts-files.ts";

/** Facts about tools that are not rows yet, a line each: `names meaning:options …` (see `facts.ts`). */
export const FACTS: string = FACTS_FILES;
