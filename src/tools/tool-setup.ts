import type { Limits } from "../core/base/limits.ts";
import type { Approver } from "../core/permission/approver.ts";
import type { Gate } from "../core/permission/gate.ts";
import type { ShellManager } from "../core/shell/shell-manager.ts";
import type { WaitingCalls } from "./bash/waiting-calls.ts";
import type { ShellNotices } from "./shells/shell-notices.ts";
import type { TypedInputs } from "./shells/typed-inputs.ts";
import type { ToolkitEvent } from "./tool-event.ts";
import type { Tries } from "./trying/tries.ts";
import type { WallView } from "./words/wall-view.ts";
import type { Words } from "./words.ts";

/** What all five tools of one registration share. */
export type ToolSetup = {
  /** Called at each call of a tool: the process-wide manager may have been replaced. */
  readonly shells: () => ShellManager;
  readonly gate: Gate;
  readonly approver: Approver | undefined;
  /** Takes back a question of this toolkit. False when it was settled before, or never was. */
  readonly withdraw: (id: string) => boolean | Promise<boolean>;
  readonly waiting: WaitingCalls;
  readonly notices: ShellNotices;
  /** The tries of sessions; undefined where none can be made. */
  readonly tries: Tries | undefined;
  /** Judges what is typed into shells. */
  readonly inputs: TypedInputs;
  /** Whether the user's own rules hold, which `nacre allow` writes. */
  readonly keepsRules: boolean;
  readonly words: Words;
  readonly limits: Limits;
  /** Whether the operator has set `limits.visibleChars`: then no client's default counts. */
  readonly isVisibleSet: boolean;
  /** Directories in which calls may start; undefined means: in any directory. */
  readonly roots: readonly string[] | undefined;
  /** What commands can see and change; undefined without a sandbox, and where the embedder has a manager of its own. */
  readonly wall: WallView | undefined;
  /** Whether commands share the host's network, so that the host can try their ports. */
  readonly sharesNetwork: boolean;
  readonly merge: boolean;
  readonly raw: boolean;
  readonly onTimeout: "kill" | "background";
  /** Whether a command that waits for input goes on as a background shell. */
  readonly interactive: boolean;
  readonly autoQuote: boolean;
  readonly confine: boolean;
  /** Keeps a copy of the workspace before a command that may wipe it. */
  readonly snapshot: boolean;
  readonly announce: (event: ToolkitEvent) => void;
  /** Called for every session used and every shell started, so that a toolkit can end them. */
  readonly onUse: (use: { readonly sessionId: string; readonly shellId?: string }) => void;
};
