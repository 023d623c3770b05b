import { afterAll, describe, vi } from "vitest";
import { findProgram } from "../../../../src/core/process/interpreter-paths.ts";

/** The supervisor in python3 where nothing of /proc is used, and no call that Linux alone has. */
const isThere = findProgram("python3") !== undefined;
if (!isThere && process.env["REQUIRE_TOOLS"] === "1") throw new Error("python3 is missing: install it");

vi.stubEnv("NACRE_SUPERVISOR", "python3");
vi.stubEnv("NACRE_PROCESS_TABLE", "ps");
afterAll(() => vi.unstubAllEnvs());

if (isThere) {
  await import("./supervisor.contract.ts");
  await import("./nursery.contract.ts");
} else describe.skip("python3 is missing: install it");
