import pico from "picocolors";

const colours = pico.createColors(true);

/** Decisions in the colours users expect. Only for a terminal that wants them: the caller knows. */
export const paintDecisions = (text: string): string =>
  text
    .replace(/✗(?: deny\b)?/g, colours.red)
    .replace(/\?(?: ask\b)?(?= )/g, colours.yellow)
    .replace(/✓(?: allow\b)?/g, colours.green)
    .replace(/(?<=[├└]─ )safer:/g, colours.cyan);
