/** Where the combinations are too many, this many places vary one at a time; the places behind them vary together. */
const MAX_VARIED = 64;
/** The most items copied for that: in a long list fewer places vary alone. */
const MAX_COPIED = 16_384;

/**
 * One item of each list, in every combination; where those are too many, the first of all lists with one place varied
 * at a time. So every item is in some combination. Never copies more than it returns: a text of a thousand plain words has one combination.
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
  const most = Math.min(MAX_VARIED, Math.ceil(MAX_COPIED / first.length));
  const [alone, together] = [varied.slice(0, most), varied.slice(most)];
  const longest = together.reduce((most, { list }) => Math.max(most, list.length), 1);
  return [
    ...alone.flatMap(({ list, index }) => list.slice(1).map((item) => first.with(index, item))),
    ...Array.from({ length: longest - 1 }, (_, number) => {
      const chosen = [...first];
      for (const { list, index } of together)
        for (const item of list.slice(number + 1, number + 2)) chosen[index] = item;
      return chosen;
    }),
  ];
}
