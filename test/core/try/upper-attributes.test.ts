import { expect, test } from "vitest";
import { holdOf } from "../../../src/core/try/try-record.ts";
import { upperAttributes } from "../../../src/core/try/upper-attributes.ts";
import { tryGround } from "../../support/tried.ts";

test("directories that hide others, and files that were copied, are known by what the kernel noted", async () => {
  const { stateDir, run } = tryGround({ "d/a": "a", f: "f" });
  const record = await run("rm -r d; mkdir d; echo x >> f; echo y > g");
  const { opaque, origins } = await upperAttributes(holdOf(stateDir, record));
  expect([...opaque]).toEqual(["d"]);
  expect([...origins.keys()]).toEqual(["f"]);
});

test("an upper directory that is gone is a fault", async () => {
  await expect(upperAttributes("/nonexistent")).rejects.toMatchObject({ code: "TRY_UNAVAILABLE" });
});
