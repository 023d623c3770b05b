import { Slices } from "../../../core/base/slices.ts";
import type { LineClient } from "../../../core/line/line-client.ts";
import type { ShellView } from "../../../core/line/line-messages.ts";
import type { ShellRecord } from "../../../core/shell/background/shell-record.ts";
import { connectToAll, shellsOnDisk } from "../../../core/shell/host/all-hosts.ts";
import { viewOfRecord } from "../../../core/shell/line/line-views.ts";
import { unwrittenOf } from "./unwritten-journals.ts";

/** A shell of any host of this user: on the line of its live host, or by the record that its host left. */
export type SeenShell = { readonly view: ShellView } & (
  | { readonly line: LineClient; readonly hostPid: number }
  | { readonly record: ShellRecord }
);

/** The shells of every host on a state directory, oldest first, as long as it is open. */
export class AllShells {
  readonly shells: readonly SeenShell[];
  /** A sentence for each live host that does not answer. */
  readonly silent: readonly string[];
  /** A sentence for each whose journal is not written. */
  readonly unwritten: readonly string[];
  readonly #lines: readonly LineClient[];

  private constructor(
    shells: readonly SeenShell[],
    { silent, unwritten }: Pick<AllShells, "silent" | "unwritten">,
    lines: readonly LineClient[],
  ) {
    this.shells = shells;
    this.silent = silent;
    this.unwritten = unwritten;
    this.#lines = lines;
  }

  static async see(stateDir: string): Promise<AllShells> {
    const [silent, unwritten]: [string[], string[]] = [[], []];
    const lines: LineClient[] = [];
    const of = await Promise.all(
      (await connectToAll(stateDir)).map(async (host): Promise<readonly SeenShell[]> => {
        const { pid } = host;
        const said = "no" in host ? host : await host.line.ask({ do: "list" });
        if ("line" in host) {
          lines.push(host.line);
          unwritten.push(...[unwrittenOf(host.host) ?? []].flat());
        }
        if ("is" in said && "line" in host)
          return said.is.shells.map((view) => ({ view, line: host.line, hostPid: pid }));
        if ("no" in said) silent.push(`host ${pid} does not tell its shells: ${said.no.sentence}`);
        return [];
      }),
    );
    const slices = new Slices();
    const left: SeenShell[] = [];
    // While a host forgets a shell, it may be seen in both places.
    const live = new Set(of.flat().map(({ view }) => view.id));
    for (const record of shellsOnDisk(stateDir).filter(({ id }) => !live.has(id))) {
      left.push({ view: viewOfRecord(record), record });
      await slices.step();
    }
    const all = [...of.flat(), ...left].sort((a, b) => a.view.createdAt - b.view.createdAt);
    return new AllShells(all, { silent, unwritten }, lines);
  }

  /** The one shell a user means: its id, or the beginning of it if that is enough; else a sentence. */
  find(id: string): SeenShell | string {
    const found = this.shells.filter(
      ({ view }) => view.id === id || view.id.startsWith(id) || view.id.startsWith(`shell_${id}`),
    );
    const [first] = found;
    if (first !== undefined && found.length === 1) return first;
    const some = idsOf(found.length > 1 ? found : this.shells);
    if (found.length > 1) return `${id} could be any of ${some}`;
    const known = some === "" ? "there are none" : `there are ${some}`;
    return [`Shell not found: ${id}; ${known}`, ...this.silent].join("; ");
  }

  close(): void {
    for (const line of this.#lines) line.close();
  }
}

/** So many ids are named at the most. */
const NAMED = 20;

function idsOf(shells: readonly SeenShell[]): string {
  const last = shells.slice(-NAMED).map(({ view }) => view.id);
  const more = shells.length - last.length;
  return `${last.join(", ")}${more > 0 ? ` and ${more} older ones (nacre ps --all)` : ""}`;
}
