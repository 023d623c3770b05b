import { afterAll, vi } from "vitest";

/** The same contract where nothing of /proc is used, and no call that Linux alone has. */
vi.stubEnv("NACRE_PROCESS_TABLE", "ps");
afterAll(() => vi.unstubAllEnvs());

await import("./supervisor.contract.ts");
await import("./nursery.contract.ts");
