import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stateFlag, usualStateDir } from "../../../src/core/process/state-flag.ts";

test("the usual state directory needs no flag, another one is named, in quotes where bash would change it", () => {
  expect(usualStateDir()).toBe(join(homedir(), ".local/state/nacre"));
  expect([usualStateDir(), "/var/lib/nacre", "/it's mine"].map(stateFlag)).toEqual([
    "",
    " --state-dir /var/lib/nacre",
    " --state-dir '/it'\\''s mine'",
  ]);
});
