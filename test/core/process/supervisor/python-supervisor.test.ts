import { afterAll, describe, vi } from "vitest";
import { findProgram } from "../../../../src/core/process/interpreter-paths.ts";

/** Without perl the supervisor is python3's; here it is asked for. */
const isThere = findProgram("python3") !== undefined;
if (!isThere && process.env["REQUIRE_TOOLS"] === "1") throw new Error("python3 is missing: install it");

vi.stubEnv("NACRE_SUPERVISOR", "python3");
afterAll(() => vi.unstubAllEnvs());

if (isThere) {
  await import("./supervisor.contract.ts");
  await import("./nursery.contract.ts");
} else describe.skip("python3 is missing: install it");
