import { expect, test } from "vitest";
import { listsTraps, mayTrap, namesTrap, seesExitTrap } from "../../../../src/core/shell/bash/trap-words.ts";

test("a text that sets the EXIT trap, and one that shows traps, is known", () => {
  expect(
    ["trap : EXIT", "trap : 0", "trap -p", "trap", "(trap)", "trap : USR1", "echo traps"].map(seesExitTrap),
  ).toEqual([true, true, true, true, true, false, false]);
  expect(["trap", "trap -p", "trap >f", "trap : EXIT", "trap - EXIT"].map(listsTraps)).toEqual([
    true,
    true,
    true,
    false,
    true,
  ]);
});

test("a trap is found by its name, in either case", () => {
  expect(
    ["trap f debug", "trap f DEBUG", "n=RETURN; trap f $n", "trap f EXIT"].map((text) => mayTrap("DEBUG", text)),
  ).toEqual([true, true, false, false]);
  expect(["n=RETURN; trap f $n", "return 3", "returned"].map((text) => mayTrap("RETURN", text))).toEqual([
    true,
    true,
    false,
  ]);
  expect(["trap f EXIT", "(trap)", "echo traps"].map(namesTrap)).toEqual([true, true, false]);
});
