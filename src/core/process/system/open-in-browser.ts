import { spawn } from "node:child_process";
import { sleep } from "../../base/clock.ts";
import { hostEnvironment } from "../environment.ts";
import { trustedProgram } from "../trusted-program.ts";

/** Programs that hand a file to the user's browser. */
const OPENERS = ["xdg-open", "wslview", "sensible-browser"] as const;
/** One that cannot open anything says so at once; one that became the browser goes on. */
const REFUSES_WITHIN_MS = 2000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the user could see a browser. */
const hasScreen = (env: Environment): boolean =>
  [env["DISPLAY"], env["WAYLAND_DISPLAY"], env["WSL_DISTRO_NAME"]].some((name) => name !== undefined && name !== "");

/** Opens a file in the user's browser, which outlives nacre. False: there is no screen, or nothing that opens files. */
export async function openInBrowser(
  path: string,
  env: Environment,
  opener: string | undefined = OPENERS.map((name) => trustedProgram(name)).find((found) => found !== undefined),
): Promise<boolean> {
  if (opener === undefined || !hasScreen(env)) return false;
  const child = spawn(opener, [path], { detached: true, stdio: "ignore", env: hostEnvironment() });
  const refused = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(true));
    child.once("exit", (code) => resolve(code !== 0));
  });
  child.unref();
  return !(await Promise.race([refused, sleep(REFUSES_WITHIN_MS).then(() => false)]));
}
