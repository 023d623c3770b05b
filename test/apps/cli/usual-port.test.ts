import { expect, test } from "vitest";
import { startAt, USUAL_PORT } from "../../../src/apps/cli/usual-port.ts";
import { Fault } from "../../../src/core/base/fault.ts";

const taken = new Fault("CONFIG_INVALID", "taken", { cause: Object.assign(new Error("x"), { code: "EADDRINUSE" }) });

/** The ports that were tried, where the usual one answers so. */
async function tried(asked: number | undefined, usual: Fault | undefined): Promise<readonly unknown[]> {
  const ports: unknown[] = [];
  const start = async (port: number): Promise<void> => {
    ports.push(port);
    if (port === USUAL_PORT && usual !== undefined) throw usual;
  };
  await startAt(asked, start, (sentence) => ports.push(sentence)).catch((error: unknown) => ports.push(error));
  return ports;
}

test("the port that was asked for, else the usual one, else a free one", async () => {
  expect(await tried(80, undefined)).toEqual([80]);
  expect(await tried(undefined, undefined)).toEqual([USUAL_PORT]);
  expect(await tried(undefined, taken)).toEqual([
    USUAL_PORT,
    expect.stringContaining("is in use; taking a free one"),
    0,
  ]);
  const other = new Fault("CONFIG_INVALID", "refused");
  expect(await tried(undefined, other)).toEqual([USUAL_PORT, other]);
});
