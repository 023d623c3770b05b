import { expect, test } from "vitest";
import { UsedShells } from "../../../src/tools/shells/used-shells.ts";

test("ids of forgotten shells are forgotten too, and those of known ones stay", () => {
  const known: { readonly id: string }[] = [];
  let looks = 0;
  const used = new UsedShells({
    listShells: () => {
      looks += 1;
      return known;
    },
  });
  for (let index = 0; index < 20_000; index++) {
    const id = `shell_${index}`;
    // One in fifty runs on; all others are forgotten before the next begins.
    if (index % 50 === 0) known.push({ id });
    used.add(id);
  }
  expect(known.every(({ id }) => used.ids.has(id))).toBe(true);
  expect(used.ids.size).toBeLessThan(2 * known.length + 256);
  expect(looks).toBeLessThan(150);
});
