import type { Readable } from "node:stream";
import { Fault, isFault } from "../base/fault.ts";
import { type Limits, START_ATTEMPTS } from "../base/limits.ts";
import { notThere, ROOT, usableDirectory } from "../files/working-directory.ts";
import type { Redactor } from "../output/redact/redact.ts";
import { LogBudget } from "../output/store/log-budget.ts";
import { createTranscript, type Transcript } from "../output/transcript.ts";
import type { Environment } from "../process/ask-login-shell.ts";
import { childEnvironment, type EnvironmentPolicy, hostEnvironment } from "../process/environment.ts";
import { bashPath } from "../process/interpreter-paths.ts";
import { removeTree } from "../process/remove-tree.ts";
import { Nursery } from "../process/supervisor/nursery.ts";
import { Supervisor } from "../process/supervisor/supervisor.ts";
import { type ShellProgram, supervisorPlan } from "../process/supervisor/supervisor-plan.ts";
import { MARK } from "../process/supervisor/supervisor-script.ts";
import type { Sandbox, WrappedPlan } from "../sandbox/sandbox.ts";
import type { NewTerminal } from "../terminal/terminal-size.ts";
import type { Backing } from "./background/shell-backing.ts";
import { startBackground } from "./background/start-background.ts";
import { type AfterTurn, FRESH } from "./bash/answer.ts";
import { ProgramDir } from "./bash/program-dir.ts";
import type { LinkStart } from "./bash/turn.ts";
import { type HostDir, markOf } from "./host/host-dir.ts";
import { type LoginEnvironment, type LoginLack, loginEnvironmentOf } from "./login/login-environment.ts";
import { SessionLogin } from "./login/session-login.ts";
import type { SavedShell } from "./saved-shell.ts";
import { BashLink } from "./session/bash-link.ts";
import type { SessionSetup } from "./session/session-setup.ts";
import type { ShellSandbox } from "./shell-sandbox.ts";

export type LauncherSetup = {
  readonly stateDir: string;
  readonly host: HostDir;
  readonly limits: Limits;
  readonly environment: EnvironmentPolicy;
  /** Whether PATH and similar variables come from the user's login shell. */
  readonly loginShell: boolean;
  readonly bash?: string | undefined;
  readonly sandbox: ShellSandbox;
  readonly redactor: Redactor | undefined;
  /** Whether the commands of sessions read an open pipe. */
  readonly interactive: boolean;
};

export type BackgroundStart = {
  readonly name: string;
  readonly text: string;
  readonly saved: SavedShell;
  readonly env?: Environment | undefined;
  readonly stdin?: Readable | undefined;
  readonly terminal?: NewTerminal | undefined;
};

/** A supervisor under which no shell runs yet. */
type Supervised = Pick<LinkStart, "runtimeDir" | "limits"> & { readonly supervisor: Supervisor };

/**
 * Starts bashes: decides where their files go, which environment and limits they get, and behind which wall they run.
 */
export class Launcher {
  readonly #setup: LauncherSetup;
  readonly #programs: ProgramDir;
  /** Undefined where the operator wants none of it. */
  readonly #login: LoginEnvironment | undefined;
  readonly #nursery: Nursery;
  #commands = 0;
  readonly #logBudget: LogBudget;

  constructor(setup: LauncherSetup) {
    this.#setup = setup;
    this.#programs = new ProgramDir(setup.host.path);
    const wantsLogin = setup.loginShell && setup.environment.inherit !== "none";
    this.#login = wantsLogin ? loginEnvironmentOf(setup.stateDir, bashPath(setup.bash), hostEnvironment()) : undefined;
    this.#nursery = new Nursery(`${setup.host.path}/`, { [MARK]: setup.host.id });
    this.#logBudget = new LogBudget(setup.limits.totalLogBytes);
  }

  /** What a session that begins in this directory needs of the launcher; it may begin with the state of another. */
  forSession(workingDir: string, from?: SavedShell): Omit<SessionSetup, "id" | "sandbox"> {
    const login = new SessionLogin(this.#login, (found) => this.#environmentWith(found));
    return {
      workingDir,
      ...(from === undefined ? {} : { begins: from.place }),
      login,
      startLink: (saved = from) => this.session(workingDir, saved, login),
      createTranscript: () => this.commandTranscript(),
    };
  }

  /** A bash for a session that begins in this directory, or goes on from a saved state. */
  async session(workingDir: string, saved?: SavedShell, login?: SessionLogin): Promise<BashLink> {
    const begin = { path: workingDir, name: workingDir };
    if (saved === undefined && usableDirectory(workingDir) !== workingDir)
      throw new Fault("DIRECTORY_UNUSABLE", notThere(workingDir));
    const setup: Omit<LinkStart, "runtimeDir" | "limits"> = {
      programs: this.#programs,
      saved: saved ?? { state: undefined, after: this.fresh },
      places: saved === undefined ? [begin] : [saved.place, begin, ROOT],
      takesInput: this.#setup.interactive,
    };
    return this.#onOwnFiles(async (takeProgram) => {
      const { env, lack } = await this.#environment();
      login?.began(env, lack);
      const { supervisor, ...its } = await this.#supervisor(env, takeProgram);
      return BashLink.start(supervisor, { ...setup, ...its });
    });
  }

  /**
   * A bash whose files a command replaced is thrown away; the next one gets files of its own. So is one that started while
   * another start made them anew: the system's bash had changed.
   */
  async #onOwnFiles<T>(start: (takeProgram: () => ShellProgram) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      let taken: ShellProgram | undefined;
      const takeProgram = (): ShellProgram => {
        taken = this.#programs.for(bashPath(this.#setup.bash));
        return taken;
      };
      try {
        return await start(takeProgram);
      } catch (error) {
        const areLasting = taken === undefined ? this.#programs.isWhole : this.#programs.isStill(taken);
        if (areLasting || attempt === START_ATTEMPTS) throw error;
      }
    }
  }

  /** What a bash goes on from that takes over nothing. */
  get fresh(): AfterTurn {
    return { ...FRESH, last: bashPath(this.#setup.bash) };
  }

  /** A bash for one command that outlives its call. */
  async background({ name, text, saved, env, stdin, terminal }: BackgroundStart): Promise<Backing> {
    // The plan is made after the sandbox was told: no command may change what the sandbox seals until the wall stands.
    const start = (): Promise<Backing> =>
      this.#onOwnFiles(async (takeProgram) => {
        if (text.includes("\0")) throw new Fault("SPAWN_FAILED", "a command cannot hold a NUL character");
        const hide = (shown: string): string => this.#setup.redactor?.text(shown) ?? shown;
        const given = { text, saved, stdin, terminal, hide, programs: this.#programs };
        const supervised = await this.#supervisor({ ...(await this.#environment()).env, ...env }, takeProgram);
        return startBackground({ ...supervised, ...given, transcript: this.#transcript(name, "always") });
      });
    // A background command starts in the background: the caller hears of a failed start without waiting for the guard's
    // look after it.
    const { starting } = await this.#setup.sandbox.aroundCommand(
      text,
      async () => ({ starting: start() }),
      (begun) =>
        begun.starting.then(
          ({ ended }) => ended,
          () => undefined,
        ),
    );
    return starting;
  }

  /** Where the output of a command in a session is kept. */
  commandTranscript(): Transcript {
    return this.#transcript(`command-${this.#commands++}`, "when-large");
  }

  /** Where output under another name is kept. */
  namedTranscript(name: string): Transcript {
    return this.#transcript(name, "when-large");
  }

  /** Ends what starts supervisors. Call when every shell has ended. */
  close(): Promise<void> {
    return this.#nursery.close();
  }

  /** What a command has of the host's environment, over which the login environment lies. */
  #environmentWith(login: Environment): Environment {
    return childEnvironment(this.#setup.environment, { ...hostEnvironment(), ...login });
  }

  async #environment(): Promise<{ readonly env: Environment; readonly lack: LoginLack | undefined }> {
    const { variables, lack } = (await this.#login?.now()) ?? { variables: {}, lack: undefined };
    return { env: this.#environmentWith(variables), lack };
  }

  /** A supervisor, and the directory for the shell's files, which is gone again if there is no supervisor. */
  async #supervisor(of: Environment, takeProgram: () => ShellProgram): Promise<Supervised> {
    const runtimeDir = this.#setup.host.createRun();
    try {
      const sandbox = await this.#setup.sandbox.get();
      const supervisor = await this.#supervisorIn(sandbox, { runtimeDir, of, program: takeProgram() });
      return { supervisor, runtimeDir, limits: sandbox.limits };
    } catch (error) {
      removeTree(runtimeDir);
      throw error;
    }
  }

  /**
   * A supervisor behind the wall, before any shell runs under it. The wall is made of files that others may move while it
   * is built: then it is planned anew.
   */
  async #supervisorIn(
    sandbox: Sandbox,
    {
      runtimeDir,
      of,
      program,
    }: Pick<LinkStart, "runtimeDir"> & { readonly of: Environment; readonly program: ShellProgram },
  ): Promise<Supervisor> {
    const value = markOf(this.#setup.host.id, runtimeDir);
    const bare = { ...supervisorPlan(program, runtimeDir, { ...of, [MARK]: value }), mark: `${MARK}=${value}` };
    const attempts = sandbox.containment.level === "none" ? 1 : START_ATTEMPTS;
    for (let attempt = 1; ; attempt += 1) {
      const wrapped = sandbox.wrap(bare, { runtimeDir, programDir: program.home });
      try {
        return await this.#behind(wrapped);
      } catch (error) {
        const mayBeMoved = isFault(error, "SPAWN_FAILED") || isFault(error, "SANDBOX_UNAVAILABLE");
        if (!mayBeMoved || attempt >= attempts) throw error;
      }
    }
  }

  async #behind({ plan, started, wake, ending, ended }: WrappedPlan): Promise<Supervisor> {
    const supervisor = await Supervisor.start(plan, this.#nursery).catch((error: unknown) => {
      ended();
      throw error;
    });
    supervisor.onUse = wake;
    supervisor.onEnding = ending;
    void supervisor.over.then(ended);
    try {
      await started(supervisor.hostPid ?? 0);
    } catch (error) {
      await supervisor.end();
      throw error;
    }
    return supervisor;
  }

  #transcript(name: string, spill: "always" | "when-large"): Transcript {
    const { host, limits, redactor } = this.#setup;
    return createTranscript({
      directory: host.logs,
      name,
      memoryBytes: limits.outputMemoryBytes,
      logBytes: limits.logBytes,
      spill,
      redactor,
      budget: this.#logBudget,
    });
  }
}
