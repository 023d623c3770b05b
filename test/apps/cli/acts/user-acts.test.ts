import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";

test.each(["allow", "deny", "rules"])("nacre %s --help says what it takes, and for which commands", async (name) => {
  const { code, stdout } = await cli([name, "--help"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("--workspace <dir>")]);
});
