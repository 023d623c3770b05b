import { steadyMs } from "../../../core/base/clock.ts";
import { Fault } from "../../../core/base/fault.ts";
import { messageOf } from "../../../core/base/system-error.ts";
import { createToolkit } from "../../../tools/toolkit.ts";
import { EXIT, type Io } from "../io.ts";
import { type Settings, toolkitOptionsOf } from "../settings.ts";
import { renderTable } from "../table.ts";

/** What is known of one machine after a worker was started there and asked. */
type Seen = {
  readonly name: string;
  readonly kind: string;
  readonly reachable: boolean;
  readonly problem?: string;
  readonly startMs?: number;
  readonly echoMs?: number;
  readonly hostname?: string;
  readonly user?: string;
  readonly cpus?: number;
  readonly load?: number;
  readonly memoryBytes?: number;
  readonly freeBytes?: number;
  readonly containment?: string;
};

const ECHOES = 5;
const GiB = 1024 ** 3;

/** nacre machines: starts a worker on each configured machine, asks it, and gives it back. */
export async function machines(
  only: string | undefined,
  flags: { readonly json?: boolean },
  { settings, io }: { readonly settings: Settings; readonly io: Io },
): Promise<number> {
  const names = Object.keys(settings.machines ?? {});
  if (only !== undefined && !names.includes(only))
    throw new Fault(
      "CONFIG_INVALID",
      `there is no machine ${JSON.stringify(only)}; there are: ${names.join(", ") || "none"}`,
    );
  const asked = only === undefined ? names : [only];
  const seen = await Promise.all(asked.map((name) => look(name, settings)));
  if (flags.json === true) io.stdout(`${JSON.stringify(seen)}\n`);
  else if (seen.length === 0) io.stdout('no machines; "machines" in the configuration names them\n');
  else io.stdout(tableOf(seen));
  return seen.every(({ reachable }) => reachable) ? EXIT.ok : EXIT.failed;
}

async function look(name: string, settings: Settings): Promise<Seen> {
  const kind = settings.machines?.[name]?.kind ?? "";
  const kit = createToolkit({
    ...toolkitOptionsOf({ ...settings, on: { machine: name } }),
    journal: "off",
    app: "machines",
  });
  try {
    const begun = steadyMs();
    const first = await kit.call("Bash", { command: "true" });
    if (!first.success) return { name, kind, reachable: false, problem: first.error ?? "" };
    const startMs = Math.round(steadyMs() - begun);
    const echoes: number[] = [];
    for (let n = 0; n < ECHOES; n++) {
      const at = steadyMs();
      await kit.call("Bash", { command: "true" });
      echoes.push(steadyMs() - at);
    }
    const echoMs = Math.round(10 * (echoes.sort((a, b) => a - b)[Math.floor(ECHOES / 2)] ?? 0)) / 10;
    const { hostname, user, cpus, load, memoryBytes, freeBytes } =
      kit.machines?.views().find((view) => view.name === name)?.ready ?? {};
    const containment = String(first.metadata["containment"]);
    const known = { startMs, echoMs, hostname, user, cpus, load, memoryBytes, freeBytes, containment };
    return { name, kind, reachable: true, ...withoutUndefined(known) };
  } catch (error) {
    return { name, kind, reachable: false, problem: messageOf(error) };
  } finally {
    await kit.dispose();
  }
}

const withoutUndefined = <T extends object>(known: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

function tableOf(seen: readonly Seen[]): string {
  const rows = seen.map((one) => [
    one.name,
    one.kind,
    one.reachable ? `${one.user}@${one.hostname}` : "not reached",
    one.startMs === undefined ? "" : `${one.startMs} ms`,
    one.echoMs === undefined ? "" : `${one.echoMs} ms`,
    one.cpus === undefined ? "" : `${one.load} of ${one.cpus}`,
    one.memoryBytes === undefined ? "" : `${gib(one.freeBytes ?? 0)} of ${gib(one.memoryBytes)} GiB`,
    one.containment ?? "",
  ]);
  const head = ["machine", "kind", "is", "start", "command", "load", "free", "containment"];
  const problems = seen.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}\n`]));
  return `${renderTable([head, ...rows])}${problems.join("")}`;
}

const gib = (bytes: number): string => (bytes / GiB).toFixed(1);
