/** Where the combinations are too many, this many places vary one at a time. */
const MAX_VARIED = 64;
/** The most items copied for that: in a long list fewer places vary alone. */
const MAX_COPIED = 16_384;

/**
 * One item of each list, in every combination; where those are too many, the first of all lists with one place varied
 * at a time, then all places varied together. So every item is in some combination, and one spelling that changes all
 * words alike has its own. Never copies more than it returns: a text of a thousand plain words has one combination.
 */
export function combinations<T>(lists: readonly (readonly [T, ...T[]])[], most: number): readonly (readonly T[])[] {
  const first = lists.map(([head]) => head);
  const varied = lists.flatMap((list, index) => (list.length > 1 ? [{ list, index }] : []));
  if (varied.length === 0) return [first];
  const total = varied.reduce((product, { list }) => Math.min(product * list.length, most + 1), 1);
  if (total > most) return [first, ...oneAtATime(first, varied)];
  return Array.from({ length: total }, (_, number) => {
    const chosen = [...first];
    let rest = number;
    for (const { list, index } of varied) {
      chosen[index] = list[rest % list.length] ?? list[0];
      rest = Math.floor(rest / list.length);
    }
    return chosen;
  });
}

type Varied<T> = { readonly list: readonly T[]; readonly index: number };

function oneAtATime<T>(first: readonly T[], varied: readonly Varied<T>[]): readonly (readonly T[])[] {
  const alone = varied.slice(0, Math.min(MAX_VARIED, Math.ceil(MAX_COPIED / first.length)));
  const longest = varied.reduce((most, { list }) => Math.max(most, list.length), 1);
  return [
    ...alone.flatMap(({ list, index }) => list.slice(1).map((item) => first.with(index, item))),
    ...Array.from({ length: longest - 1 }, (_, number) => {
      const chosen = [...first];
      for (const { list, index } of varied)
        for (const item of list.slice(0, number + 2).slice(-1)) chosen[index] = item;
      return chosen;
    }),
  ];
}
