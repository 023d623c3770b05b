/**
 * The composition root: options in, tools out.
 *
 * Responsibilities: makes the manager, the registry and the executor, and connects them.
 * Does not: start anything before the first call.
 */
import { resolve } from "node:path";
import { sessionIdOf } from "../core/base/ids.ts";
import type { ShellManager } from "../core/shell/shell-manager.ts";
import { checkOptions } from "./check-options.ts";
import { createShells } from "./create-shells.ts";
import { ToolExecutor } from "./executor.ts";
import { refuseManagersOptions, registerWith } from "./register.ts";
import { ToolRegistry } from "./registry.ts";
import type { SchemaFormat, SchemasOf } from "./schema/schema-formats.ts";
import { isInScope } from "./session-scope.ts";
import { type ExecutionContext, fail, faultFacts, type ToolResult } from "./tool.ts";
import type { ToolkitOptions } from "./toolkit-options.ts";

export type CallOptions = Partial<ExecutionContext>;

/** The tools and what they run on. Its functions work without `this`. */
export interface Toolkit extends AsyncDisposable {
  readonly shells: ShellManager;
  readonly registry: ToolRegistry;
  readonly executor: ToolExecutor;
  /** One sentence for a model: what commands can see and change behind the sandbox. Undefined without one. */
  readonly wall: string | undefined;
  /** Never rejects for anything a model can cause. */
  readonly call: (name: string, input: unknown, options?: CallOptions) => Promise<ToolResult>;
  readonly schemas: <F extends SchemaFormat>(format: F) => SchemasOf[F][];
  /** Ends the sessions and shells of one scope, or of one session of it (`scope/session`), when its client has left. */
  readonly leave: (scope: string) => Promise<void>;
  /** Ends everything that was started through it. May be called twice. */
  readonly dispose: () => Promise<void>;
}

/** Four tools around a shell of their own. */
export function createToolkit(options: ToolkitOptions = {}): Toolkit {
  checkOptions(options);
  const workingDir = resolve(options.workingDir ?? ".");
  if (options.shells !== undefined) refuseManagersOptions(options);
  const shells = options.shells ?? createShells(options, workingDir);
  const used = { sessions: new Set<string>(), shells: new Set<string>() };
  const registry = new ToolRegistry();
  const { gate, wall, words } = registerWith(
    registry,
    { ...options, workingDir },
    {
      shells: () => shells,
      onUse: ({ sessionId, shellId }) => {
        used.sessions.add(sessionId);
        if (shellId !== undefined) used.shells.add(shellId);
      },
    },
  );
  const executor = new ToolExecutor(registry);
  let disposed: Promise<void> | undefined;
  const leaveScope = (scope: string): Promise<void> => {
    const isLeft = (id: string): boolean => id === scope || isInScope(id, scope);
    const sessions = taken(used.sessions, isLeft);
    for (const id of sessions) gate.forget(id);
    return leave(shells, {
      sessions,
      shells: taken(used.shells, (id) => isLeft(shells.getShell(id)?.sessionId ?? "")),
    });
  };
  const dispose = (): Promise<void> => {
    disposed ??= options.shells === undefined ? shells.dispose() : leave(shells, used);
    return disposed;
  };
  return {
    shells,
    registry,
    executor,
    wall: wall && words.wall(wall),
    call: async (name, input, context = {}) =>
      disposed === undefined ? executor.execute(name, { workingDir, ...context }, input) : closed(),
    schemas: (format) => registry.getAllSchemas(format),
    leave: leaveScope,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
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
