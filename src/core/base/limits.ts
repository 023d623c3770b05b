import { Fault } from "./fault.ts";
import { hintFor } from "./hint-for.ts";
import { shown } from "./show-value.ts";

/** The caps that an operator may change, in one table; a limit that ends a command is named in its result. */
export type Limits = {
  readonly maxShells: number;
  readonly maxSessions: number;
  readonly outputMemoryBytes: number;
  readonly logBytes: number;
  readonly totalLogBytes: number;
  readonly defaultTimeoutMs: number;
  readonly maxTimeoutMs: number;
  /** What a model sees of one result at the most. */
  readonly visibleChars: number;
  /** What a try may write, beside the workspace. */
  readonly tryBytes: number;
  readonly tryFiles: number;
  /** 0 means: not limited. The same for every field below. */
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
  readonly processes: number;
  readonly fileBytes: number;
  readonly openFiles: number;
  readonly tempBytes: number;
};

export type LimitName = keyof Limits;

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

export const DEFAULT_LIMITS: Limits = {
  maxShells: 64,
  maxSessions: 64,
  outputMemoryBytes: 1 * MiB,
  logBytes: 1 * GiB,
  totalLogBytes: 8 * GiB,
  defaultTimeoutMs: 120_000,
  maxTimeoutMs: 600_000,
  visibleChars: 30_000,
  tryBytes: 10 * GiB,
  tryFiles: 1_000_000,
  memoryBytes: 0,
  cpuSeconds: 0,
  processes: 0,
  fileBytes: 0,
  openFiles: 0,
  tempBytes: 0,
};

/**
 * Limits of a sandbox where the operator named none (0): a command in it must not take the machine down. Of memory, the
 * most; a small machine gives less.
 */
export const SANDBOX_LIMITS: Pick<Limits, "memoryBytes" | "processes" | "fileBytes"> = {
  memoryBytes: 8 * GiB,
  processes: 1024,
  fileBytes: 16 * GiB,
};

/** What a sandbox may take of a machine with this much memory. */
export const sandboxMemory = (machineBytes: number): number =>
  Math.min(SANDBOX_LIMITS.memoryBytes, Math.floor(machineBytes / 2));

/** What /tmp and home of a sandbox may hold together where they lie on disk (`tempBytes` is 0). */
export const PRIVATE_BYTES: number = 10 * GiB;
export const PRIVATE_FILES = 1_000_000;

/*
 * Figures that no operator sets: how much is shown, how long something is kept, and after how long nacre gives up. The
 * interval of a loop that polls stands beside the loop.
 */

/** The shortest time a command may be given; also the minimum of the Bash tool's `timeout`. */
export const MIN_TIMEOUT_MS = 1000;
/** The longest text of a command that is taken, judged and run. */
export const LONGEST_COMMAND = 1_000_000;
/** A longer text is evaluated by a session's bash: nacre would have to parse it a second time to know that it ends. */
export const LONGEST_INLINE: number = 16 * 1024;
/** How much of a command its own result repeats. */
export const ECHOED_CHARS = 1000;
/** How much of a command names its shell in a notice. */
export const NAMED_CHARS = 100;
/** How much late output of a session's jobs one result shows at the most. */
export const LATE_CHARS = 4000;
/** What a server answers over HTTP within this time goes out in one piece. */
export const ANSWER_MOMENT_MS = 20;
/** However many connections come to a server at once, those that are here are served after this time. */
export const LULL_MS = 1000;
/** How long BashOutput waits when a call names no time. */
export const DEFAULT_WAIT_MS = 30_000;
/** How long BashInput waits for what comes of its input, when a call names no time. */
export const INPUT_WAIT_MS = 1000;
/** The longest text that is typed into a shell at once. */
export const LONGEST_INPUT = 1_000_000;
/** The highest port of TCP. */
export const HIGHEST_PORT = 65_535;
/** Between TERM and KILL. */
export const KILL_GRACE_MS = 2000;
/**
 * Quiet time after which a session writes its state down, in case the next command costs it its bash. Commands closer
 * together than this are a burst, in which saving would cost more than the commands; those that surely or may well lose
 * their bash have it written down all the same.
 */
export const IDLE_SAVE_MS = 20;
/** After a save that took longer, a session is quiet for so many times as long before it saves again. */
export const SAVE_REST = 10;
/** How long a session's bash may take for a turn of nacre's own (cd, save) before it counts as lost. */
export const OWN_TURN_MS = 5000;
/** How often nacre looks whether a bash that has not answered still reads its script. */
export const DEAF_LOOK_MS = 250;
/** The most that a session's bash may say at once, its whole state above all. */
export const STATE_BYTES: number = 64 * 1024 * 1024;
/** The largest file of its own, or of git's, that nacre reads back at once: one may hold a whole command. */
export const RECORD_BYTES: number = 16 * MiB;
/** A file of a host's journal is set aside at this size, and the next one begun. */
export const JOURNAL_FILE_BYTES: number = 16 * MiB;
/** What the journals of all hosts take together; the oldest files go first. */
export const MOST_JOURNAL_BYTES: number = 1 * GiB;
export const MOST_JOURNAL_FILES = 10_000;
/** How much of a command's text an entry of the journal keeps; of a longer one it has the hash of the whole too. */
export const JOURNAL_COMMAND_CHARS: number = 64 * 1024;
/** Finished shells stay readable this long. */
export const FINISHED_SHELL_TTL_SECONDS = 3600;
/** Their records and logs stay for users (`nacre logs`) so long, so many at the most, and up to `totalLogBytes`; */
export const ENDED_KEPT_MS: number = 7 * 24 * 60 * 60 * 1000;
export const ENDED_SHELLS = 10_000;
/** which is looked at so often, and sooner where a host has added this part of `totalLogBytes`. */
export const ENDED_LOOK_MS: number = 60 * 60 * 1000;
export const ENDED_LOOK_SHARE: number = 1 / 8;
/** So many finished shells stay readable at the most, and as many outputs of commands that did not fit their results. */
export const FINISHED_SHELLS = 200;
/** Their logs take this part of `totalLogBytes` at the most: the rest is for what runs. */
export const FINISHED_LOG_SHARE = 0.5;
/** A background command that ends within this time is reported as ended at once. */
export const QUICK_END_MS = 100;
/** A command that is silent this long is looked at: no user can answer its prompt. */
export const SILENCE_MS = 2500;
/** A background shell that is silent this long is looked at, and again after as long: a program in it may wait for input. */
export const QUIET_SHELL_MS = 5000;
/** A bash that has read its state says so in milliseconds; one that never does must not be waited for. */
export const SHELL_READY_MS = 10_000;
/** How often nacre looks at a bash that is not ready yet: whether a command stopped it, or replaced what it opened. */
export const START_LOOK_MS = 250;
/**
 * How often a session makes its files, starts a bash on them, or builds the wall around them, when a user or a command moves or
 * replaces them meanwhile. Then the call fails.
 */
export const START_ATTEMPTS = 5;
/** Longer than a tick of the slowest clock that a kernel takes the times of files from. */
export const CLOCK_TICK_MS = 12;
/** A supervisor answers within milliseconds, and takes seconds to end everything: one that does neither by then is ended. */
export const SUPERVISOR_MS = 10_000;
/** How long one may stay silent before the host continues it (SIGCONT): a command may have stopped it. */
export const ROUSE_MS = 500;
/** After this long a process that survives SIGKILL is stuck in the kernel; it is reported instead of waited for. */
export const UNKILLABLE_MS = 5000;
/** However large a tree is, it is removed by then, or not to be had. */
export const REMOVAL_MS = 60_000;
/** A sandbox stands by then; and when it is closed, its dead are reaped by then. */
export const SANDBOX_READY_MS = 10_000;
export const SANDBOX_REAPED_MS = 1000;
/** The most ended shells of a sandbox whose mounts could not be given up; then no shell starts in it. */
export const RETAINED_MOUNTS = 256;
/** A host that the sandbox's proxy is asked for answers by then. */
export const PROXY_CONNECT_MS = 15_000;
/** One read filters this long and no longer; what it did not get to is left out, and counted. */
export const FILTER_MS = 1000;
/** So many texts that the policy let through are not judged again while nothing has changed, and none that is longer. */
export const PASSED_TEXTS = 64;
export const PASSED_CHARS = 4096;
/** The judge warms up for this long at a time, when no call has run for this long. */
export const WARM_SLICE_MS = 3;
export const WARM_PAUSE_MS = 2;
/** Work that grows with the number of shells lets the host do other things after this long. */
export const SLICE_MS = 5;
/** A first command waits this long for the login environment, and then starts without it. */
export const LOGIN_WAIT_MS = 1000;
/** A login takes no longer: some tools wait a minute for a lock. No command waits for it. */
export const LOGIN_CAPTURE_MS = 120_000;
/** Later hosts use what a login shell said for so long. */
export const LOGIN_KEPT_MS: number = 24 * 60 * 60 * 1000;
/** After a login that failed no host asks again before. */
export const LOGIN_RETRY_MS: number = 10 * 60 * 1000;

/** A question that no user answers by then counts as a no. */
export const QUESTION_LIFE_MS: number = 10 * 60 * 1000;
/** So many questions of one host are open at the most: the oldest makes room, unanswered. As many settled ones are kept, */
export const MOST_QUESTIONS = 100;
/** for so long: lists show what became of them, and a call may still fetch its answer. */
export const SETTLED_QUESTION_MS: number = 10 * 60 * 1000;
/** A link that signs a browser in is good for so long; the sign-in, for so long; so many browsers are signed in at once. */
export const LINK_LIFE_MS: number = 60 * 1000;
export const SIGN_IN_LIFE_MS: number = 12 * 60 * 60 * 1000;
export const SIGN_INS = 32;
/** Streams of one browser: a further one ends the oldest. A stream says something at least so often; */
export const PAGE_STREAMS = 4;
export const PAGE_BEAT_MS = 15_000;
/** is sent this much of a shell's past output of each stream, and has this much waiting to be sent at the most. */
export const PAGE_PAST_BYTES: number = 16 * MiB;
export const PAGE_QUEUE_BYTES: number = 1 * MiB;
/** So many entries of the journal are read for one look at the history, and so many rows are sent. */
export const HISTORY_ENTRIES = 20_000;
export const HISTORY_ROWS = 2000;
/** A page that was not heard of for so long can no longer answer questions. A hidden one asks every 15 seconds. */
export const PAGE_GRACE_MS = 45_000;

/** What package managers downloaded in sandboxes is kept up to this size, of one workspace or of all that share it; */
export const CACHE_BYTES: number = 5 * GiB;
/** is looked at so often at the most, because that takes time; */
export const CACHE_LOOK_MS: number = 60 * 60 * 1000;
/** and is forgotten when no host used it for so long. */
export const CACHE_KEPT_MS: number = 30 * 24 * 60 * 60 * 1000;

/** What sandboxes took away is kept for so long, and up to this size and number of files; the oldest goes first. */
export const QUARANTINE_KEPT_MS: number = 30 * 24 * 60 * 60 * 1000;
export const QUARANTINE_BYTES: number = GiB;
export const QUARANTINE_FILES = 100_000;
/** The longest frame on the line of a host, either way. */
export const LINE_FRAME_BYTES: number = 4 * MiB;
/** So many connections a line has at once, */
export const LINE_CONNECTIONS = 64;
/** and each so many asks that are not done yet. */
export const LINE_ASKS = 16;
/** When so much waits for a reader, events are left out and counted; */
export const LINE_QUEUE_BYTES: number = 1 * MiB;
/** and a reader that takes nothing for so long is left. */
export const LINE_STALL_MS: number = 10 * 60 * 1000;
/** What one read of output takes of each stream, and what it shows at the most: escaped, both fit a frame. */
export const LINE_PAGE_BYTES: number = 128 * 1024;
/** How often a host looks what has changed, while there are watchers. */
export const LINE_LOOK_MS = 1000;
/** What is printed within this time goes to a follower at once. */
export const LINE_GATHER_MS = 30;
/** Where the commands in one overview are longer together, each is cut to the length below. */
export const OVERVIEW_CHARS = 500_000;
export const OVERVIEW_COMMAND_CHARS = 1000;
/** A host greets and answers by then; one that does not is stopped, or stuck. */
export const LINE_ANSWER_MS = 3000;

/** The least value of each limit that may not be 1: where 0 is allowed it means unlimited; a shorter text would be notes alone. */
const LEAST: Partial<Limits> = {
  visibleChars: 2000,
  memoryBytes: 0,
  cpuSeconds: 0,
  processes: 0,
  fileBytes: 0,
  openFiles: 0,
  tempBytes: 0,
};

/** bash has its script and what nacre gives it on the numbers below 256. */
const LEAST_OPEN_FILES = 256;

/** The operator's limits over the defaults. A value that cannot work is a fault that names it. */
export function limitsOf(overrides: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(overrides)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      throw new Fault("LIMIT_INVALID", `${name} is not a limit; ${hintFor(name, Object.keys(DEFAULT_LIMITS))}`);
    }
    if (value === undefined) continue;
    const least = leastOf(name);
    if (!Number.isSafeInteger(value) || value < least) {
      throw new Fault("LIMIT_INVALID", `${name} is ${shown(value)}; it must be a whole number of at least ${least}`);
    }
  }
  const limits = { ...DEFAULT_LIMITS, ...dropUndefined(overrides) };
  if (limits.openFiles > 0 && limits.openFiles < LEAST_OPEN_FILES)
    throw new Fault("LIMIT_INVALID", `openFiles is ${limits.openFiles}; it must be 0 or at least ${LEAST_OPEN_FILES}`);
  if (limits.defaultTimeoutMs > limits.maxTimeoutMs) {
    throw new Fault(
      "LIMIT_INVALID",
      `defaultTimeoutMs (${limits.defaultTimeoutMs}) is above maxTimeoutMs (${limits.maxTimeoutMs})`,
    );
  }
  return limits;
}

const leastOf = (name: string): number => Object.entries(LEAST).find(([limit]) => limit === name)?.[1] ?? 1;

const dropUndefined = (overrides: Partial<Limits>): Partial<Limits> =>
  Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
