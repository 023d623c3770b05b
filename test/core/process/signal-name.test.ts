import { expect, test } from "vitest";
import { signalName } from "../../../src/core/process/signal-name.ts";

test.each([
  [1, "SIGHUP"],
  [9, "SIGKILL"],
  [15, "SIGTERM"],
  [0, undefined],
  [200, undefined],
])("signal %i is %s", (number, name) => {
  expect(signalName(number)).toBe(name);
});
