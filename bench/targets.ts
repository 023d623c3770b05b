/** Every row that `npm run bench` can show, with its target. Data: the one place where a target stands. */

/** `x`: a ratio of two times of the same rounds. */
type Unit = "x" | "of a spawn" | "MiB" | "ms" | "left";

export type Row = {
  readonly what: string;
  /** What the ratio is to; rows with the same floor stand together. */
  readonly floor: string;
  readonly unit: Unit;
  readonly most?: number;
  readonly least?: number;
  /** Better than the target, and not promised. */
  readonly goal?: number;
  /** Where the target stands. */
  readonly from?: string;
  /** Measured only beside another build: `--other DIR`. */
  readonly needsOther?: true;
};

const SPAWN = "spawning bash -c with pipes";
const SERVER = "a server on the same SDK that spawns bash -c";
const OTHER = "another build";
const NOTHING = "by itself";

const rows = {
  // Sessions.
  link: { what: "the link alone, echo hi", floor: SPAWN, unit: "x", most: 0.3, from: "12, Must show" },
  "session-echo": { what: "echo hi in a session", floor: SPAWN, unit: "x", most: 0.36, from: "12, Must show" },
  "session-true": { what: "/bin/true in a session", floor: SPAWN, unit: "x", most: 0.65, from: "12, Must show" },
  tool: {
    what: "echo through the Bash tool, from the second command on",
    floor: SPAWN,
    unit: "x",
    most: 0.4,
    goal: 0.35,
    from: "13, Deliver 7",
  },
  "tool-new-text": { what: "the same with another text each time", floor: SPAWN, unit: "x" },
  "back-to-back": { what: "commands a second, back to back", floor: SPAWN, unit: "x", least: 4, from: "13, Deliver 7" },
  "output-100mb": { what: "100 MB of output", floor: SPAWN, unit: "x", most: 1.3, from: "13, Deliver 7" },
  "first-answer": { what: "a new host's first answer", floor: SPAWN, unit: "x" },
  "exit-and-next": { what: "exit, and the next answer", floor: SPAWN, unit: "x" },
  "big-state": {
    what: "echo with 200 functions and 80 variables",
    floor: "a bare session",
    unit: "x",
    most: 1.2,
    from: "12, Must show",
  },

  // Background shells.
  "background-one": { what: "a background shell's echo, and its end", floor: SPAWN, unit: "x" },
  "background-50": {
    what: "50 background shells through the tool, first byte of all",
    floor: SPAWN,
    unit: "x",
    most: 2.5,
    goal: 1.5,
    from: "13, Deliver 1",
  },
  "background-50-mcp": {
    what: "50 background shells over MCP",
    floor: "the same through the tool",
    unit: "x",
    most: 1.3,
    from: "13, Deliver 1",
  },
  "background-50-walled": {
    what: "50 sandboxed background shells",
    floor: OTHER,
    unit: "x",
    most: 0.35,
    from: "13, Deliver 1",
    needsOther: true,
  },

  // Lists.
  "list-1000": {
    what: "ListShells of 1,000 shells",
    floor: "reading /proc/PID/stat of the same pids",
    unit: "x",
    most: 2,
    from: "13, Deliver 2",
  },

  "readers-50": {
    what: "100 MB, followed by 50 readers",
    floor: "the same without readers",
    unit: "x",
  },

  // The servers.
  "mcp-first": {
    what: "nacre mcp to its first answer",
    floor: SERVER,
    unit: "x",
    most: 1.2,
    from: "design/lasting.md, Reachable",
  },
  "mcp-echo": {
    what: "echo over MCP stdio, no sandbox",
    floor: SERVER,
    unit: "x",
    most: 0.55,
    goal: 0.5,
    from: "13, Deliver 7",
  },
  "mcp-echo-walled": { what: "echo over MCP stdio, sandboxed", floor: SERVER, unit: "x" },
  "mcp-echo-ping": {
    what: "echo over MCP stdio",
    floor: "a ping of the same server",
    unit: "x",
    most: 4,
    from: "design/performance.md, 5",
  },
  "http-echo": { what: "echo over HTTP", floor: "the same over stdio", unit: "x", most: 1.3, from: "13, Deliver 7" },

  // The journal.
  "journal-start": {
    what: "a first command, 1,000,000 lines of journal",
    floor: "with none",
    unit: "x",
    most: 1.5,
    from: "16, Must show",
  },
  "journal-page": {
    what: "the latest of 1,000,000 lines, by nacre journal",
    floor: "of none",
    unit: "x",
    most: 1.5,
    from: "16, Must show",
  },

  // The sandbox.
  "walled-echo": {
    what: "sandboxed echo",
    floor: "a plain session",
    unit: "x",
    most: 1.5,
    from: "14, Must show",
  },
  "walled-true": {
    what: "sandboxed /bin/true",
    floor: "a plain session",
    unit: "x",
    most: 1.5,
    from: "14, Must show",
  },
  "walled-start": {
    what: "a cold sandboxed bash",
    floor: "a bare bash -c true",
    unit: "x",
    most: 6,
    from: "14, Must show",
  },

  // The sandbox around a big workspace.
  "files-100k-echo": {
    what: "sandboxed echo, 100,000 files",
    floor: "a plain session",
    unit: "x",
    most: 1.5,
    from: "14, Must show",
  },
  "files-100k-start": {
    what: "a cold sandboxed bash, 100,000 files",
    floor: "a bare bash -c true",
    unit: "x",
    most: 6,
    from: "14, Must show",
  },
  "files-100k-background": {
    what: "sandboxed background shell, 100,000 files",
    floor: "a small workspace",
    unit: "x",
    most: 1.5,
    from: "14, Must show",
  },
  "files-echo": {
    what: "sandboxed echo, 300,000 files",
    floor: "a plain session",
    unit: "x",
    most: 1.5,
    from: "14, Must show",
  },
  "files-start": {
    what: "a cold sandboxed bash, 300,000 files",
    floor: "a bare bash -c true",
    unit: "x",
    most: 6,
    from: "14, Must show",
  },
  "files-background": {
    what: "sandboxed background shell, 300,000 files",
    floor: "a small workspace",
    unit: "x",
    most: 1.5,
    from: "14, Must show",
  },
  "repositories-echo": {
    what: "sandboxed echo, 500 repositories",
    floor: "a plain session",
    unit: "x",
    most: 1.5,
    from: "14, Must show",
  },
  "repositories-start": {
    what: "a cold sandboxed bash, 500 repositories",
    floor: "a bare bash -c true",
    unit: "x",
    most: 6,
    from: "14, Must show",
  },
  "repositories-background": {
    what: "sandboxed background shell, 500 repositories",
    floor: "a small workspace",
    unit: "x",
    most: 1.5,
    from: "14, Must show",
  },

  // Tries.
  "try-start": {
    what: "a first command in a try, 100,000 files",
    floor: "a sandboxed one",
    unit: "x",
    most: 1.3,
    from: "19, Must show",
  },
  "try-list-crowd": {
    what: "1,000 changes listed, 100,000 files",
    floor: "no files",
    unit: "x",
    most: 1.5,
    from: "19, Must show",
  },
  "try-list-many": { what: "10,000 changes listed", floor: "1,000", unit: "x", most: 12, from: "19, Must show" },

  // Terminals. Of a key either of the two is enough.
  "terminal-key": {
    what: "a key's way to a program on a terminal and back",
    floor: "a bare pty",
    unit: "x",
    most: 2,
    from: "17, Must show",
  },
  "terminal-key-paced": { what: "the same, with a pause before each key", floor: "a bare pty", unit: "x" },
  "terminal-start": {
    what: "a background shell on a terminal, first byte",
    floor: "one without a terminal",
    unit: "x",
    most: 1.5,
    from: "17, Must show",
  },

  // Another build beside this one.
  "tool-other": {
    what: "echo through the Bash tool, more than the other build",
    floor: OTHER,
    unit: "of a spawn",
    most: 0.06,
    from: "12, Must show",
    needsOther: true,
  },

  // Not ratios.
  "output-100mb-memory": {
    what: "100 MB of output: growth of memory",
    floor: NOTHING,
    unit: "MiB",
    most: 45,
    from: "design/performance.md, 5",
  },
  "output-1gib-memory": { what: "1 GiB of output: growth of memory", floor: NOTHING, unit: "MiB", most: 64 },
  "output-1gib-lost": { what: "1 GiB of output: of head and tail", floor: NOTHING, unit: "left", most: 0 },
  "session-memory": { what: "memory of a session's processes", floor: NOTHING, unit: "MiB" },
  "mcp-memory": { what: "memory of nacre mcp at rest", floor: NOTHING, unit: "MiB", most: 90 },
  "list-1000-stop": { what: "longest stop of the host in ListShells of 1,000", floor: NOTHING, unit: "ms" },
  "readers-50-stop": { what: "longest stop of the host with 50 readers of 100 MB", floor: NOTHING, unit: "ms" },
  "timeout-survivors": {
    what: "eleven kinds of descendant after a timeout",
    floor: NOTHING,
    unit: "left",
    most: 0,
    from: "design/performance.md, 5",
  },
  "kill-survivors": {
    what: "eleven kinds of descendant after a kill",
    floor: NOTHING,
    unit: "left",
    most: 0,
    from: "design/performance.md, 5",
  },
  "past-timeout": {
    what: "past a timeout, whole tree gone",
    floor: NOTHING,
    unit: "ms",
    most: 30,
    from: "design/performance.md, 5",
  },
  "kill-time": { what: "a kill of the same tree", floor: NOTHING, unit: "ms" },
  "terminal-key-more": {
    what: "what a key takes more than on a bare pty",
    floor: NOTHING,
    unit: "ms",
    most: 0.1,
    from: "17, Must show",
  },
  "verdict-median": { what: "a verdict, median", floor: NOTHING, unit: "ms", most: 0.5 },
  "verdict-p99": { what: "a verdict, 99th percentile", floor: NOTHING, unit: "ms", most: 5 },
} as const satisfies Readonly<Record<string, Row>>;

export type RowName = keyof typeof rows;
export const ROWS: Readonly<Record<RowName, Row>> = rows;
export const ROW_NAMES: readonly RowName[] = Object.keys(rows).filter((name): name is RowName =>
  Object.hasOwn(rows, name),
);

/** Whether a value meets its row's target; undefined where the row has none. */
export function meets({ most, least }: Pick<Row, "most" | "least">, value: number): boolean | undefined {
  if (most !== undefined) return value <= most;
  if (least !== undefined) return value >= least;
  return undefined;
}
