import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { tempDir } from "./temp-dir.ts";

/** Makes this the login file of the host's user, for one test. Gives the home. */
export function loginHome(profile: string): string {
  const home = tempDir();
  writeFileSync(join(home, ".bash_profile"), profile);
  vi.stubEnv("HOME", home);
  onTestFinished(() => void vi.unstubAllEnvs());
  return home;
}

/** The same; the login goes on when `open` was called. */
export function gatedLogin(then: string): { readonly home: string; readonly open: () => void } {
  const home = loginHome(`until [ -e ~/go ]; do sleep 0.05; done; ${then}\n`);
  return { home, open: () => writeFileSync(join(home, "go"), "") };
}
