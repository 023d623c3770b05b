/** For a mistyped word: the known one that was meant, if any is close, else all of them. */
export function hintFor(
  word: string,
  known: readonly string[],
  shown: (known: string) => string = (name) => name,
): string {
  const meant = nearest(word, known);
  return meant === undefined ? `there are ${known.join(", ")}` : `did you mean ${shown(meant)}?`;
}

/** The known word a mistyped one is closest to, if any is close. */
function nearest(word: string, known: readonly string[]): string | undefined {
  const best = known.map((one) => ({ one, distance: distance(word, one) })).sort((a, b) => a.distance - b.distance)[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.one : undefined;
}

/** How many letters must change to make one word of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
