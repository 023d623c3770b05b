import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Every test file gets a state directory of its own, so that no test sees another's shells or the user's.
const stateDir = mkdtempSync(join(tmpdir(), "nacre-state-"));
process.env["NACRE_STATE_DIR"] = stateDir;
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));
