import { expect, test } from "vitest";
import { ROW_NAMES, ROWS } from "../../bench/targets.ts";

test.each(ROW_NAMES)("%s has at most one target, and a goal only beyond it", (name) => {
  const { most, least, goal } = ROWS[name];
  expect(most === undefined || least === undefined).toBe(true);
  if (goal === undefined) return;
  expect(most === undefined ? goal > (least ?? Number.POSITIVE_INFINITY) : goal < most).toBe(true);
});

test("no two rows say the same of the same floor", () => {
  const said = ROW_NAMES.map((name) => `${ROWS[name].what} / ${ROWS[name].floor}`);
  expect(new Set(said).size).toBe(said.length);
});

test("a row and its floor fit into one line of the chart", () => {
  const long = ROW_NAMES.filter(
    (name) => `${ROWS[name].what} / ${ROWS[name].floor}`.length > 70 && ROWS[name].unit === "x",
  );
  expect(long.filter((name) => !ROWS[name].floor.includes("spawn"))).toEqual([]);
});
