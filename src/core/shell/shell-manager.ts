import { resolve } from "node:path";
import { every, steadyMs, type Timer } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { createShellId, DEFAULT_SESSION, type SessionId, type ShellId, shellIdOf } from "../base/ids.ts";
import { FINISHED_SHELL_TTL_SECONDS, type Limits, limitsOf } from "../base/limits.ts";
import { stampNow } from "../base/stamp.ts";
import { onceATurn } from "../base/turnstile.ts";
import { usableDirectory } from "../files/working-directory.ts";
import { createRedactor, type Redactor, secretValuesOf } from "../output/redact/redact.ts";
import type { Transcript } from "../output/transcript.ts";
import { type ClearedCommand, trust } from "../permission/cleared.ts";
import { hostEnvironment } from "../process/environment.ts";
import { createNoSandbox } from "../sandbox/none.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { CommandLogs, type OverCommand } from "./background/command-logs.ts";
import type { Backing } from "./background/shell-backing.ts";
import { refuseAboveMost, surplusShells } from "./background/shell-caps.ts";
import { ShellProcess } from "./background/shell-process.ts";
import { DeadHosts } from "./host/dead-hosts.ts";
import { HostFiles } from "./host/host-files.ts";
import type { HostJournal } from "./host/host-journal.ts";
import { defaultStateDir } from "./host/state-dir.ts";
import { type BackgroundStart, Launcher } from "./launcher.ts";
import type { SavedShell } from "./saved-shell.ts";
import { Session } from "./session/session.ts";
import type { HandedOver, ShellManagerOptions, ShellRequest } from "./shell-manager-options.ts";
import { ShellSandbox } from "./shell-sandbox.ts";

const SWEEP_MS = 60_000;

/**
 * Owns every session and background shell of a host.
 *
 * Responsibilities: start, list, find, cap, sweep and end them; the records on disk; recovery of what a dead host left.
 * Does not: need signal handlers. Each shell's supervisor ends everything when this process is gone, however it ended.
 */
export class ShellManager {
  static #instance: ShellManager | undefined;

  readonly limits: Limits;
  readonly stateDir: string;
  /** The operator's bash; undefined: the system's. */
  readonly bash: string | undefined;
  readonly isInteractive: boolean;
  readonly #options: ShellManagerOptions;
  readonly #files: HostFiles;
  readonly #redactor: Redactor | undefined;
  readonly #shells = new Map<ShellId, ShellProcess>();
  /** Shells that are starting: they count as running, and `dispose` waits for them. */
  readonly #starting = new Set<Promise<Backing>>();
  readonly #sessions = new Map<SessionId, Session>();
  readonly #cap = onceATurn(() => surplusShells(this.listShells(), this.limits).forEach((it) => void this.#forget(it)));
  readonly #commandLogs = new CommandLogs(() => this.limits);
  readonly #sandbox: ShellSandbox;
  readonly #deadHosts: DeadHosts;
  /** Calls `listener` with what happens to shells from now on, beside `onEvent` of the options. Returns how to stop. */
  readonly onEvent: HostFiles["onEvent"] = (listener) => this.#files.onEvent(listener);
  readonly [Symbol.asyncDispose] = (): Promise<void> => this.dispose();
  #launcher: Launcher | undefined;
  #sweeper: Timer | undefined;
  #disposed: Promise<void> | undefined;

  constructor(options: ShellManagerOptions = {}) {
    this.limits = limitsOf(options.limits);
    this.stateDir = resolve(options.stateDir ?? defaultStateDir());
    this.bash = options.bash;
    this.isInteractive = options.interactive === true;
    this.#options = options;
    const { redactor = createRedactor({ values: secretValuesOf(hostEnvironment()) }) } = options;
    this.#redactor = redactor === "none" ? undefined : redactor;
    this.#sandbox = new ShellSandbox(options.sandbox ?? (async () => createNoSandbox(this.limits)));
    this.#files = new HostFiles(
      { ...options, stateDir: this.stateDir, limits: this.limits },
      {
        shells: () => this.listShells(),
        find: (id) => this.#shells.get(shellIdOf(id)) ?? this.#commandLogs.find(id),
        sessions: () => [...this.#sessions.values()],
        containment: () => this.#sandbox.containment,
        redact: (text) => this.redact(text),
      },
    );
    this.#deadHosts = new DeadHosts(this.stateDir, this.#files.announce);
  }

  /** The process-wide manager: the same object every time, until it is disposed; then a new one. */
  static getInstance(): ShellManager {
    const known = ShellManager.#instance;
    if (known !== undefined && known.#disposed === undefined) return known;
    return (ShellManager.#instance = new ShellManager());
  }

  /** Ends everything of the process-wide manager; the next `getInstance()` returns a fresh one at once. */
  static async reset(): Promise<void> {
    await ShellManager.#instance?.dispose();
  }

  /** One sentence when logs and records cannot be kept where they should be. */
  get problem(): string | undefined {
    return this.#files.problem;
  }

  /** What happened on this host. */
  get journal(): HostJournal {
    return this.#files.journal;
  }

  /** The sandbox around every shell; built once, when it is first needed. */
  sandbox(): Promise<Sandbox> {
    return this.#sandbox.get();
  }

  /** The text without the secrets that this host knows. */
  redact(text: string): string {
    return this.#redactor?.text(text) ?? text;
  }

  /** Makes this host known to those who watch, before its first shell does: an unused manager leaves no trace. */
  open(): void {
    this.#checkOpen();
    if (this.#sweeper !== undefined) return;
    this.#deadHosts.clear().catch(() => undefined); // must not keep this host from starting
    this.#sweeper = every(SWEEP_MS, () => void this.cleanupCompleted().catch(() => undefined)).unref();
    this.#files.open();
    void this.#files.sweep();
  }

  /** Starts an embedder's own command in the background, in a bash of its own. The policy does not judge it. */
  async createShell(
    command: string,
    workingDir: string,
    env?: Readonly<Record<string, string>>,
  ): Promise<ShellProcess> {
    const name = resolve(workingDir);
    const saved = { state: undefined, after: this.#launch().fresh, place: { path: usableDirectory(name), name } };
    return this.#start(trust(command), { workingDir: name }, { saved, env });
  }

  /** Starts a cleared command in the background, from a copy of its session's state, or one that the caller has taken. */
  async startShell(command: ClearedCommand, request: ShellRequest, taken?: SavedShell): Promise<ShellProcess> {
    const session = this.session(request.sessionId ?? DEFAULT_SESSION, request.workingDir);
    const saved = taken ?? (await session.saved(request.workingDir));
    return this.#start(command, { ...request, workingDir: saved.place.name }, { saved });
  }

  /** Takes over a command that a session handed over. */
  adopt(command: ClearedCommand, request: ShellRequest, running: HandedOver): ShellProcess {
    return this.#track(command, request, { id: createShellId(), ...running });
  }

  /** The session of this name; made at the first call, with the state of another if that is given. */
  session(id: SessionId, workingDir: string, from?: SavedShell): Session {
    this.#checkOpen();
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    if (this.#sessions.size >= this.limits.maxSessions) {
      throw new Fault("TOO_MANY_SESSIONS", `there are ${this.#sessions.size} (maxSessions); use one of them`);
    }
    const session = new Session({ id, sandbox: this.#sandbox, ...this.#launch().forSession(workingDir, from) });
    this.#sessions.set(id, session);
    void session.login.bringTo(session);
    return session;
  }

  /** Ends a session; the next command under its name starts a fresh one. Returns late output that no result has. */
  async endSession(id: SessionId): Promise<Transcript | undefined> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await this.#sandbox.beforeInternalTurn();
    return session?.close();
  }

  /** The shell of this id, also one that a dead host left; what dead hosts left is cleared up first. */
  getShell(id: string): ShellProcess | undefined {
    return this.#shells.get(shellIdOf(id)) ?? this.#commandLogs.find(id) ?? this.#deadHosts.shell(id);
  }

  /** The same for a caller that can wait: the host goes on while it clears up. */
  async findShell(id: string): Promise<ShellProcess | undefined> {
    return this.#shells.get(shellIdOf(id)) ?? this.#commandLogs.find(id) ?? this.#deadHosts.find(id);
  }

  /** All shells, oldest first; or those of one session. */
  listShells(sessionId?: SessionId): ShellProcess[] {
    const all = [...this.#shells.values()];
    return sessionId === undefined ? all : all.filter((shell) => shell.sessionId === sessionId);
  }

  listRunning(): ShellProcess[] {
    return this.listShells().filter((shell) => shell.isRunning);
  }

  /** Forgets shells that ended longer ago than this. Returns how many. Others give back what they can. */
  async cleanupCompleted(maxAgeSeconds: number = FINISHED_SHELL_TTL_SECONDS): Promise<number> {
    const oldestMs = maxAgeSeconds * 1000;
    const old = this.listShells().filter(({ endedMsAgo }) => endedMsAgo !== undefined && endedMsAgo >= oldestMs);
    await Promise.all(this.listShells().map((shell) => (old.includes(shell) ? this.#forget(shell) : shell.release())));
    for (const kept of [this.#commandLogs, this.#deadHosts]) kept.forget(steadyMs() - oldestMs);
    await this.#files.sweep();
    return old.length;
  }

  /** Ends every running shell and whatever ended ones left running. Returns how many were running. */
  async killAll(): Promise<number> {
    const running = this.listRunning();
    await Promise.all(this.listShells().map((shell) => shell.kill()));
    return running.length;
  }

  /** Where output is kept that comes from another machine. */
  createTranscript(name: string): Transcript {
    return this.#launch().namedTranscript(name);
  }

  /** Keeps a command's output readable for a while after its result; by an id, if it has one. */
  keepLog(transcript: Transcript, over?: OverCommand): void {
    this.#commandLogs.keep(transcript, over);
  }

  /** Ends everything; what the shells printed stays for `nacre logs`, for days. May be called twice. */
  dispose(): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  async #dispose(): Promise<void> {
    this.#sweeper?.cancel();
    await this.#sandbox.beforeInternalTurn();
    await Promise.all([...this.#sessions.values()].map(async (session) => (await session.close())?.remove()));
    await Promise.allSettled(this.#starting);
    await Promise.all(this.listShells().map((shell) => shell.close()));
    this.#commandLogs.forget(Number.POSITIVE_INFINITY);
    await this.#sandbox.close();
    await this.#launcher?.close();
    await this.#files.remove(this.listShells());
  }

  async #start(
    command: ClearedCommand,
    request: ShellRequest,
    from: Pick<BackgroundStart, "saved" | "env">,
  ): Promise<ShellProcess> {
    this.#checkOpen();
    refuseAboveMost(this.listRunning(), this.#starting.size, this.limits);
    const id = createShellId();
    const started = stampNow();
    const starting = this.#launch().background({ ...from, ...request, name: id, text: command.text });
    this.#starting.add(starting);
    try {
      return this.#track(command, request, { backing: await starting, id, started });
    } finally {
      this.#starting.delete(starting);
    }
  }

  #track(
    command: ClearedCommand,
    request: ShellRequest,
    { backing, id, started }: HandedOver & { readonly id: ShellId },
  ): ShellProcess {
    const { sessionId = DEFAULT_SESSION, description, workingDir } = request;
    const facts = { id, sessionId, command: command.text, decision: command.decision, workingDir, started };
    const shell = ShellProcess.started(
      { ...facts, ...(description === undefined ? {} : { description }) },
      { backing, onEnd: (ended) => this.#onEnd(ended) },
    );
    this.#shells.set(id, shell);
    this.#files.record(shell);
    this.#files.announce({ kind: "shell-started", id, sessionId, command: command.text, cwd: workingDir });
    return shell;
  }

  #onEnd(shell: ShellProcess): void {
    this.#files.record(shell);
    const { id, sessionId, status, exitCode, durationMs = 0, transcript } = shell;
    const bytes = transcript.bytes.stdout + transcript.bytes.stderr;
    this.#files.announce({ kind: "shell-ended", id, sessionId, status, exitCode, durationMs, bytes });
    this.#cap();
  }

  async #forget(shell: ShellProcess): Promise<void> {
    this.#shells.delete(shell.id);
    await shell.close();
    this.#files.forget(shell);
  }

  #launch(): Launcher {
    this.open();
    const { environment = {}, loginShell = true } = this.#options;
    const { stateDir, limits, bash, isInteractive: interactive } = this;
    const setup = { stateDir, limits, bash, environment, loginShell, interactive, redactor: this.#redactor };
    this.#launcher ??= new Launcher({ ...setup, host: this.#files.dir, sandbox: this.#sandbox });
    return this.#launcher;
  }

  #checkOpen(): void {
    if (this.#disposed !== undefined) throw new Fault("SESSION_CLOSED", "the shell manager was disposed");
  }
}
