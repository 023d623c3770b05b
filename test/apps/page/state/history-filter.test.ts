import { expect, test } from "vitest";
import {
  addressOf,
  filterIn,
  type HistoryFilter,
  queryOf,
  toggled,
} from "../../../../src/apps/page/state/history-filter.ts";

const ALL_HISTORY: HistoryFilter = { text: "", verdicts: [], exit: "", session: "", span: "hour" };

const MUCH: HistoryFilter = {
  text: "git push & more=1#x",
  verdicts: ["ask", "deny"],
  exit: "failed",
  session: "a b",
  span: "week",
  between: [1000, 2000],
};

test("a filter is the same when it is read from its address", () => {
  for (const filter of [ALL_HISTORY, MUCH, { ...ALL_HISTORY, text: "%" }])
    expect(filterIn(addressOf(filter))).toEqual(filter);
  expect(addressOf(ALL_HISTORY)).toBe("#history");
});

test("what an address cannot mean is left out", () => {
  expect(filterIn("#history?verdict=maybe&exit=17&time=soon&from=9&until=3&from=x")).toEqual(ALL_HISTORY);
});

test("the server is asked for the time that is meant", () => {
  const now = 10_000_000_000;
  const asked = (filter: HistoryFilter) => Object.fromEntries(new URLSearchParams(queryOf(filter, { now, limit: 5 })));
  expect(asked(ALL_HISTORY)).toEqual({ since: String(now - 3_600_000), limit: "5" });
  expect(asked({ ...ALL_HISTORY, span: "all" })).toEqual({ limit: "5" });
  expect(asked(MUCH)).toMatchObject({ since: "1000", until: "2000", verdict: "ask,deny", exit: "failed" });
});

test("a verdict is shown, or no longer", () => {
  const one = toggled(ALL_HISTORY, "deny");
  expect(one.verdicts).toEqual(["deny"]);
  expect(toggled(one, "deny").verdicts).toEqual([]);
});
