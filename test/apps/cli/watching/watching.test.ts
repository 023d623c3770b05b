import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";

test.each([
  ["ps", /--all.*--sweep.*--json/s],
  ["logs", /--follow.*--since <cursor>/s],
  ["kill", /--signal <name>.*"TERM", "INT", "KILL"/s],
  ["journal", /--follow/],
])("nacre %s teaches its flags", async (name, flags) => {
  const { code, stdout } = await cli([name, "--help"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(flags)]);
});
