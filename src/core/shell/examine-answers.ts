import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isFault } from "../base/fault.ts";
import { DEFAULT_SESSION } from "../base/ids.ts";
import { limitsOf, SHELL_READY_MS } from "../base/limits.ts";
import { messageOf } from "../base/system-error.ts";
import { checkOwn, makeDirectory } from "../files/make-directory.ts";
import { temporaryDirectory } from "../files/temporary-directory.ts";
import { trust } from "../permission/cleared.ts";
import { bashPath } from "../process/interpreter-paths.ts";
import { supervisorLanguage } from "../process/supervisor/supervisor-languages.ts";
import { HAS_PROC } from "../process/system/has-proc.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import type { MachineFinding } from "../sandbox/examine.ts";
import { ProgramDir } from "./bash/program-dir.ts";
import { ShellManager } from "./shell-manager.ts";
import type { ShellManagerOptions } from "./shell-manager-options.ts";

type Examined = { readonly home: string; readonly stateDir: string; readonly places?: readonly string[] | undefined };

const NAME = "answers";

/** Finds out by starting sessions whether another process of the same user could answer in the name of their bash. */
export async function examineAnswers({ home, stateDir, places }: Examined): Promise<MachineFinding> {
  const made: string[] = [];
  const makeIn = (place: string): string => {
    makeDirectory(place);
    const path = mkdtempSync(join(place, "nacre-doctor-"));
    made.push(path);
    return path;
  };
  try {
    checkOwn(stateDir);
    // In the state directory itself: whether programs run there is one of the questions.
    return await examineIn({ home, stateDir: makeIn(stateDir), workspace: makeIn(temporaryDirectory()), places });
  } catch (error) {
    return { name: NAME, state: "partly", what: `no session could be tried: ${messageOf(error)}` };
  } finally {
    for (const path of made) rmSync(path, { recursive: true, force: true });
  }
}

async function examineIn({
  home,
  stateDir,
  workspace,
  places,
}: Examined & { readonly workspace: string }): Promise<MachineFinding> {
  const context = { workspace, stateDir, home, limits: limitsOf() };
  const [outside, inside] = [
    await isAttested({ stateDir }, workspace),
    await isAttested({ stateDir, sandbox: () => createSandbox("workspace", context, places) }, workspace).catch(
      (error: unknown) => {
        if (!isFault(error, "SANDBOX_UNAVAILABLE")) throw error;
        return undefined; // another finding says so
      },
    ),
  ];
  if (outside && inside !== false)
    return { name: NAME, state: "ok", what: "attested: only a session's own bash can say how a command ended" };
  const where = inside === true ? "attested in a sandbox; without one" : "not attested (attested: false):";
  return { name: NAME, state: "partly", ...(await whyNot(stateDir, where)) };
}

/** Runs a command that does nothing, and looks at what is said of it. */
async function isAttested(options: ShellManagerOptions, workspace: string): Promise<boolean> {
  const manager = new ShellManager({ loginShell: false, ...options });
  try {
    const outcome = await manager.session(DEFAULT_SESSION, workspace).run(trust(":"), { timeoutMs: SHELL_READY_MS });
    return outcome.isAttested;
  } finally {
    await manager.dispose();
  }
}

async function whyNot(stateDir: string, where: string): Promise<Pick<MachineFinding, "what" | "fix">> {
  const what = `${where} a process that a command left behind could answer for bash, because`;
  if (!HAS_PROC) return { what: `${what} no such proof is known without /proc`, fix: "run nacre on Linux" };
  if (!supervisorLanguage().adopts) return { what: `${what} the system calls of ${process.arch} are not known` };
  const { file } = new ProgramDir(stateDir).for(bashPath());
  if (file === bashPath())
    return {
      what: `${what} no program can be run from the state directory`,
      fix: "set NACRE_STATE_DIR to a directory on a disk that is not mounted noexec",
    };
  if (process.getuid?.() === 0)
    return { what: `${what} root may look into every process`, fix: "run nacre as a plain user, or use a sandbox" };
  return { what: `${what} /proc does not show that bash is hidden`, fix: "mount /proc, and show it to nacre's user" };
}
