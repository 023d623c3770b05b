import { expect, test } from "vitest";
import { KnownSession } from "../../../../src/core/policy/session/known-session.ts";
import { seenVariables } from "../../../../src/core/policy/values/place.ts";
import { heldState } from "../../../support/held-state.ts";

test("a session that was asked knows better than what commands were seen to set", () => {
  const variables = new Map([
    ["EDITOR", "x"],
    ["PAGER", "y"],
  ]);
  const view = new KnownSession({ state: heldState({ variables: { EDITOR: "vi" } }) });
  const place = { cwd: "/", home: "/", variables };
  expect([[...seenVariables(place).keys()], [...seenVariables({ ...place, view }).keys()]]).toEqual([
    ["EDITOR", "PAGER"],
    ["PAGER"],
  ]);
});
