import { accessSync, constants, statSync } from "node:fs";
import { Fault } from "../base/fault.ts";
import type { Limits } from "../base/limits.ts";
import { createRedactor, type Redactor, secretValuesOf } from "../output/redact.ts";
import { createTranscript, type Transcript } from "../output/transcript.ts";
import { childEnvironment, type EnvironmentPolicy, hostEnvironment } from "../process/environment.ts";
import { loginEnvironment } from "../process/login-environment.ts";
import type { SpawnPlan } from "../process/plan.ts";
import { bashPath } from "../process/programs.ts";
import { supervisorPlan } from "../process/supervisor.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { startBackground } from "./background.ts";
import type { Backing } from "./backing.ts";
import { BashLink } from "./bash-link.ts";
import { BACKGROUND_LOOP, SESSION_LOOP } from "./harness.ts";
import { type HostDir, MARK } from "./host-dir.ts";

export type LauncherSetup = {
  readonly host: HostDir;
  readonly limits: Limits;
  readonly environment: EnvironmentPolicy;
  /** Whether PATH and its like are taken from the user's login shell. */
  readonly loginShell: boolean;
  readonly bash?: string | undefined;
  readonly sandbox: () => Promise<Sandbox>;
  readonly redactor?: Redactor | "none" | undefined;
};

export type BackgroundStart = {
  readonly name: string;
  readonly text: string;
  readonly state: string;
  readonly workingDir: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
};

/** Starts bashes: where their files go, what environment and limits they get, behind which wall. */
export class Launcher {
  readonly #setup: LauncherSetup;
  readonly #redactor: Redactor | undefined;
  #commands = 0;
  #logBytes = 0;

  constructor(setup: LauncherSetup) {
    this.#setup = setup;
    const { redactor = createRedactor({ values: secretValuesOf(hostEnvironment()) }) } = setup;
    this.#redactor = redactor === "none" ? undefined : redactor;
  }

  /** A bash for a session, which goes on from this state. */
  async session(state: string, workingDir: string): Promise<BashLink> {
    const { plan, runtimeDir, started } = await this.#plan(SESSION_LOOP, workingDir);
    return BashLink.start(plan, { runtimeDir, state, started });
  }

  /** A bash for one command that outlives its call. */
  async background({ name, text, state, workingDir, env }: BackgroundStart): Promise<Backing> {
    const sandbox = await this.#setup.sandbox();
    const { plan, runtimeDir, started } = await this.#plan(BACKGROUND_LOOP, workingDir, env);
    await sandbox.beforeCommand();
    const transcript = this.#transcript(name, "always");
    const starting = startBackground({ plan, runtimeDir, started, text, state, transcript });
    const over = (): unknown => sandbox.afterCommand({ command: text });
    void starting.then(({ ended }) => ended.then(over), over);
    return starting;
  }

  /** Where the output of a command in a session is kept. */
  commandTranscript(): Transcript {
    return this.#transcript(`command-${this.#commands++}`, "when-large");
  }

  async #plan(
    loop: string,
    workingDir: string,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<{ plan: SpawnPlan; runtimeDir: string; started: (pid: number) => Promise<void> }> {
    checkDirectory(workingDir);
    const { host, environment } = this.#setup;
    const bash = bashPath(this.#setup.bash);
    const sandbox = await this.#setup.sandbox();
    const login =
      this.#setup.loginShell && environment.inherit !== "none" ? await loginEnvironment(bash, hostEnvironment()) : {};
    const env = {
      ...childEnvironment(environment, { ...hostEnvironment(), ...login }),
      ...sandbox.environment,
      ...extra,
      [MARK]: host.id,
    };
    const runtimeDir = host.createRun();
    const shell = [bash, "--noprofile", "--norc", "-c", loop, "bash", runtimeDir, workingDir];
    const plan = sandbox.wrap(supervisorPlan(shell, runtimeDir, env), { runtimeDir });
    return { plan, runtimeDir, started: (pid) => sandbox.started(pid) };
  }

  #transcript(name: string, spill: "always" | "when-large"): Transcript {
    const { host, limits } = this.#setup;
    return createTranscript({
      directory: host.logs,
      name,
      memoryBytes: limits.outputMemoryBytes,
      logBytes: limits.logBytes,
      spill,
      redactor: this.#redactor,
      claim: (bytes) => {
        if (this.#logBytes + bytes > limits.totalLogBytes) return false;
        this.#logBytes += bytes;
        return true;
      },
    });
  }

  /** Gives back what removed logs had claimed. */
  release(bytes: number): void {
    this.#logBytes = Math.max(0, this.#logBytes - bytes);
  }
}

/** A directory to start in: one clear sentence for each way it can be wrong. */
function checkDirectory(path: string): void {
  let isDirectory: boolean;
  try {
    isDirectory = statSync(path).isDirectory();
  } catch (cause) {
    throw new Fault("DIRECTORY_UNUSABLE", `${path} does not exist or cannot be reached`, { cause });
  }
  if (!isDirectory) throw new Fault("DIRECTORY_UNUSABLE", `${path} is not a directory`);
  try {
    accessSync(path, constants.X_OK);
  } catch (cause) {
    throw new Fault("DIRECTORY_UNUSABLE", `${path} may not be entered by this user`, { cause });
  }
}
