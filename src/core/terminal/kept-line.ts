/**
 * How many bytes of a line the kernel keeps until Enter, where it edits lines itself (canonical mode). It repeats all that is
 * typed beyond that on the screen, and throws it away without a word.
 */
export const KEPT_LINE_BYTES = 4095;

/** How long the first line of a text would be that the kernel cuts; `kept`: what it has of the first one already. */
export function cutLineIn(text: string, kept: number): number | undefined {
  let before = kept;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const bytes = before + Buffer.byteLength(line);
    if (bytes > KEPT_LINE_BYTES) return bytes;
    before = 0;
  }
  return undefined;
}
