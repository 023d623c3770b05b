import { expect, test } from "vitest";
import { isRisky } from "../../../../src/core/shell/session/risky-command.ts";

test.each([
  "exec sh",
  "kill -9 $$",
  "set -en",
  "set -r",
  "ulimit -n 1",
  "echo $BASHPID",
  "trap x EXIT",
  "enable -n cd",
])("%s may cost the session its bash", (text) => {
  expect(isRisky(text)).toBe(true);
});

test.each(["ls", "echo executed", "set -e", "npm run killer", "echo $1"])("%s may not", (text) => {
  expect(isRisky(text)).toBe(false);
});
