import pico from "picocolors";

const colours = pico.createColors(true);

/** Decisions in the colours users expect. The caller decides whether the terminal wants them. */
export const paintDecisions = (text: string): string =>
  text
    .replace(/✗(?: deny\b)?/g, colours.red)
    .replace(/\?(?: ask\b)?(?= )/g, colours.yellow)
    .replace(/✓(?: allow\b)?/g, colours.green)
    .replace(/(?<=[├└]─ )safer:/g, colours.cyan);
