import { expect, test } from "vitest";
import { NameReferences } from "../../../../src/core/policy/values/name-references.ts";

test("a name stands for what it was last made to, in each branch, and a circle ends", () => {
  const references = new NameReferences();
  references.refer("a", "b");
  references.refer("b", "c");
  const branch = references.fork();
  branch.refer("a", "d");
  expect([references.meant("a"), branch.meant("a"), references.meant("x")]).toEqual([["c"], ["d"], ["x"]]);
  expect([references.merge(branch), references.merge(branch)]).toEqual([true, false]);
  expect(references.meant("a")).toEqual(["c", "d"]);
  references.refer("c", "a");
  expect(references.meant("a").length).toBeGreaterThan(0);
});
