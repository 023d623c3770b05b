import { userInfo } from "node:os";
import { expect, onTestFinished, test, vi } from "vitest";
import { homeDirectory } from "../../../src/core/files/home-directory.ts";

test.each([
  ["/some/home", "/some/home"],
  ["", userInfo().homedir],
])("with HOME=%j it is %s", (home, expected) => {
  vi.stubEnv("HOME", home);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(homeDirectory()).toBe(expected);
});
