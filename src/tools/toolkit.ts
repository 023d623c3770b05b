/**
 * The composition root: options in, tools out.
 *
 * Responsibilities: makes the manager, the registry and the executor, and connects them.
 * Does not: start anything before the first call.
 */
import { Fault } from "../core/base/fault.ts";
import { type SessionId, sessionIdOf } from "../core/base/ids.ts";
import type { Transcript } from "../core/output/transcript.ts";
import type { Gate } from "../core/permission/gate.ts";
import type { Questions } from "../core/permission/questions.ts";
import type { TriedWorkspace } from "../core/sandbox/sandbox.ts";
import type { ShellManager } from "../core/shell/shell-manager.ts";
import { checkOptions } from "./check-options.ts";
import { createShells } from "./create-shells.ts";
import { ToolExecutor } from "./executor.ts";
import { atMachine, createMachines } from "./machines/create-machines.ts";
import type { Machines } from "./machines/machines.ts";
import { type Asking, askingOf } from "./policy-rules.ts";
import { refuseManagersOptions, registerWith } from "./register.ts";
import { ToolRegistry } from "./registry.ts";
import type { SchemaFormat, SchemasOf } from "./schema/schema-formats.ts";
import { isInScope } from "./session-scope.ts";
import { UsedShells } from "./shells/used-shells.ts";
import { type ExecutionContext, fail, faultFacts, type ToolResult } from "./tool.ts";
import type { ToolkitOptions } from "./toolkit-options.ts";
import { runTry, type TryOptions, type TryRun, triedOptions } from "./trying/run-try.ts";
import { Trying, type TryingSetup } from "./trying/trying.ts";

export type CallOptions = Partial<ExecutionContext>;

/** The tools and what they run on. Its functions work without `this`. */
export interface Toolkit extends AsyncDisposable {
  readonly shells: ShellManager;
  readonly registry: ToolRegistry;
  readonly executor: ToolExecutor;
  /** Sessions on other machines; undefined where all run on this one. */
  readonly machines: Machines | undefined;
  /** The questions that wait for an answer; `answer` gives one. */
  readonly questions: Questions;
  /** One sentence for a model: what commands can see and change behind the sandbox. Undefined without one. */
  readonly wall: string | undefined;
  /** Never rejects for anything a model can cause. */
  readonly call: (name: string, input: unknown, options?: CallOptions) => Promise<ToolResult>;
  readonly schemas: <F extends SchemaFormat>(format: F) => SchemasOf[F][];
  /**
   * Runs a command on a copy of the workspace that costs nothing, behind a sandbox, and tells what it would change. The
   * workspace stays as it is until `keep`. A fault where this machine cannot.
   */
  readonly try: (command: string, options?: TryOptions) => Promise<TryRun>;
  /**
   * Ends one session, and forgets what was allowed in it; the next command under its name gets a fresh one. Returns late
   * output that no result has.
   */
  readonly endSession: (id: SessionId) => Promise<Transcript | undefined>;
  /** Ends the sessions and shells of one scope, or of one session of it (`scope/session`), when its client has left. */
  readonly leave: (scope: string) => Promise<void>;
  /** Ends everything that was started through it. May be called twice. */
  readonly dispose: () => Promise<void>;
}

/** Five tools around a shell of their own. */
export const createToolkit = (options: ToolkitOptions = {}): Toolkit => buildToolkit(options);

/** What a toolkit for a try has of the one that makes it: what stands for the workspace, and who is asked. */
type InTry = { readonly tried: TriedWorkspace; readonly asking: Asking };

/** The same, also for a try. */
function buildToolkit(options: ToolkitOptions, inTry?: InTry): Toolkit {
  checkOptions(options);
  const { workingDir, rulesFor, sandbox } = atMachine(options);
  if (options.shells !== undefined) refuseManagersOptions(options);
  const asking = inTry?.asking ?? askingOf({ ...options, workingDir: rulesFor });
  const isTry = inTry !== undefined;
  // The questions of a try are on the line of the toolkit that makes it.
  const shells =
    options.shells ??
    createShells({ ...options, sandbox }, workingDir, inTry === undefined ? { asking } : { tried: inTry.tried });
  const used = { sessions: new Set<string>(), shells: new UsedShells(shells) };
  const { questions } = asking;
  const here = new ToolRegistry();
  const trying = tryingIn(shells, { ...options, workingDir }, asking);
  const canTry = !isTry && options.machines === undefined;
  const setup = registerWith(
    here,
    { ...options, workingDir },
    {
      shells: () => shells,
      asking,
      isToldElsewhere: isTry,
      ...(canTry ? { trying } : {}),
      onUse: ({ sessionId, shellId }) => {
        used.sessions.add(sessionId);
        if (shellId !== undefined) used.shells.add(shellId);
      },
    },
  );
  const { gate, wall, words } = setup;
  const { machines, registry } = createMachines(here, { options, setup, questions });
  const executor = new ToolExecutor(registry);
  let disposed: Promise<void> | undefined;
  const held = { shells, used, gate, machines, trying };
  const dispose = (): Promise<void> => {
    if (!isTry) questions.forget();
    disposed ??= endAll(held, options.shells === undefined);
    return disposed;
  };
  return {
    shells,
    registry,
    executor,
    machines,
    questions,
    wall: wall && words.wall(wall),
    call: (name, input, context = {}) =>
      disposed === undefined ? executor.execute(name, { workingDir, ...context }, input) : Promise.resolve(closed()),
    schemas: (format) => registry.getAllSchemas(format),
    try: async (command, how) => runTry(usable(trying, { disposed, machines }), command, how),
    endSession: (id) => endOne(id, held),
    leave: (scope) => leaveScope(scope, held),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

type Used = { readonly sessions: Set<string>; readonly shells: UsedShells };

/** What a toolkit ends. */
type Held = {
  readonly shells: ShellManager;
  readonly used: Used;
  readonly gate: Gate;
  readonly machines: Machines | undefined;
  readonly trying: Trying;
};

async function leaveScope(scope: string, { shells, used, gate, machines, trying }: Held): Promise<void> {
  const left = leftWith(scope, used, shells);
  for (const id of left.sessions) gate.forget(id);
  await machines?.leave(scope);
  await disposeTries(trying, scope);
  await leave(shells, left);
}

async function endOne(id: SessionId, { shells, gate, machines }: Held): Promise<Transcript | undefined> {
  gate.forget(id);
  await machines?.endSession(id);
  return shells.endSession(id);
}

async function endAll({ shells, used, machines, trying }: Held, isOwn: boolean): Promise<void> {
  await machines?.dispose();
  await disposeTries(trying);
  await (isOwn ? shells.dispose() : leave(shells, { ...used, shells: used.shells.ids }));
}

/** What is left of a try must not keep shells running. */
const disposeTries = (trying: Trying, scope?: string): Promise<void> => trying.dispose(scope).catch(() => undefined);

/** The tries of a toolkit: each has a toolkit of its own. */
function tryingIn(
  { stateDir, limits }: ShellManager,
  options: ToolkitOptions & { readonly workingDir: string },
  asking: Asking,
): Trying {
  const make: TryingSetup["make"] = (tried, network) => buildToolkit(triedOptions(options, network), { tried, asking });
  return new Trying({ stateDir, workspace: options.workingDir, limits, make });
}

/** The tries of a toolkit that can make one now. */
function usable(
  trying: Trying,
  { disposed, machines }: { readonly disposed: object | undefined; readonly machines: Machines | undefined },
): Trying {
  if (disposed !== undefined) throw new Fault("SESSION_CLOSED", "the toolkit was disposed");
  if (machines === undefined) return trying;
  throw new Fault("SANDBOX_UNAVAILABLE", "a try runs on this machine, and these sessions do not");
}

/** What was used in a scope; it no longer counts as used. */
function leftWith(
  scope: string,
  used: Used,
  shells: ShellManager,
): { readonly sessions: ReadonlySet<string>; readonly shells: ReadonlySet<string> } {
  const isLeft = (id: string): boolean => id === scope || isInScope(id, scope);
  const sessions = taken(used.sessions, isLeft);
  return { sessions, shells: taken(used.shells.ids, (id) => isLeft(shells.getShell(id)?.sessionId ?? "")) };
}

/** Removes the wanted ids from a set and returns them. */
function taken(ids: Set<string>, isWanted: (id: string) => boolean): ReadonlySet<string> {
  const wanted = new Set([...ids].filter(isWanted));
  for (const id of wanted) ids.delete(id);
  return wanted;
}

/** Ends what was started through one toolkit, where the manager is shared. */
async function leave(
  shells: ShellManager,
  used: { readonly sessions: ReadonlySet<string>; readonly shells: ReadonlySet<string> },
): Promise<void> {
  await Promise.all([
    ...[...used.shells].map((id) => shells.getShell(id)?.kill()),
    ...[...used.sessions].map((id) => endSession(shells, id)),
  ]);
}

async function endSession(shells: ShellManager, id: string): Promise<void> {
  const late = await shells.endSession(sessionIdOf(id));
  if (late !== undefined) shells.keepLog(late);
}

const closed = (): ToolResult =>
  fail("The toolkit was disposed; nothing can be run any more.", faultFacts("SESSION_CLOSED"));
