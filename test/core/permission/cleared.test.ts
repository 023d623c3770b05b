import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../src/core/base/ids.ts";
import { testManager } from "../../support/shells.ts";

test("a bare string cannot run", () => {
  const session = testManager().session(DEFAULT_SESSION, "/tmp");
  // @ts-expect-error a string is not a cleared command
  const refused = (): unknown => session.run("rm -rf /", { timeoutMs: 1000 });
  // @ts-expect-error neither is something that looks like one
  const alsoRefused = (): unknown => session.run({ text: "rm -rf /" }, { timeoutMs: 1000 });
  expect([typeof refused, typeof alsoRefused]).toEqual(["function", "function"]); // never called: it is the compiler that refuses
});
