import type { Script } from "unbash";
import type { GivenStdin } from "../read/given-stdin.ts";
import type { RuleId } from "../rules/all-rules.ts";
import type { Effect } from "../tools/effect.ts";
import type { Text } from "../values/abstract-text.ts";
import type { Variable } from "../values/join.ts";
import type { Place as Known } from "../values/place.ts";
import type { Scope } from "../values/scope.ts";
import type { Exit, LoopExits, LoopHeads } from "./loop-heads.ts";
import type { Activation } from "./walk-functions.ts";

/** Commands in commands that are followed. */
export const MAX_DEPTH = 24;

/** The part of the judged text that something was read from; what is found is reported there. */
export type Origin = { readonly text: string; readonly span: readonly [start: number, end: number] };

/** Where the walk stands. A value: a deeper step gets a changed copy. */
export type Frame = {
  readonly scope: Scope;
  /** The text that node positions index. */
  readonly source: string;
  /** Set inside text that is not part of the judged one (a decoded script, an `eval`): everything is reported here. */
  readonly within: Origin | undefined;
  /** What the next command would read; empty when nothing is there. */
  readonly stdin: Text;
  readonly depth: number;
  /** Inside a loop that never ends by itself. */
  readonly endless: boolean;
  /** Inside a pipeline, a subshell in the background, a coproc: another process. */
  readonly forked: boolean;
  /** Files, aliases and texts being run, to see a thing that starts itself. */
  readonly calls: readonly string[];
  /** Functions that have been called and have not come back. */
  readonly activations: ReadonlyMap<string, Activation>;
  /** Set inside a loop that is walked until it comes to rest. */
  readonly heads: LoopHeads | undefined;
  /** The loops around, innermost last, and the function around: where `break`, `continue` and `return` lead. */
  readonly exits: readonly LoopExits[];
  readonly returned: Exit | undefined;
  /** The subshell around: where `exit` leads. */
  readonly left: Exit | undefined;
  /** How many turns the loops around are walked one by one. */
  readonly unrolled: number;
  /** How many texts the commands around find on their input, one by one. */
  readonly inputs: number;
  /** Inside a container: what is destroyed there is not this machine. */
  readonly contained: boolean;
  /** Inside one of several programs that a name could be: no second name is guessed on top of that. */
  readonly guessed: boolean;
  /** The command is started by another program, which knows no functions of the shell. */
  readonly started: boolean;
  /** Inside a function: what its local variables hid. */
  readonly hidden: Map<string, Variable | undefined> | undefined;
};

/** Where a text runs, and what it finds on its standard input. */
export type Place = Omit<Known, "view"> & { readonly stdin?: GivenStdin };

/** A text, and what it was made of where it is not the one that was sent. */
export type Source = { readonly text: string; readonly within: Origin | undefined };

/** Where every walk begins. */
export const outermost = (scope: Scope, source: string, stdin: Text): Frame => ({
  scope,
  source,
  within: undefined,
  stdin,
  depth: 0,
  endless: false,
  forked: false,
  calls: [],
  activations: new Map(),
  heads: undefined,
  exits: [],
  returned: undefined,
  left: undefined,
  unrolled: 1,
  inputs: 1,
  contained: false,
  guessed: false,
  started: false,
  hidden: undefined,
});

/** Whether what comes next may not run, because something before it may have left the subshell, the function or a loop. */
export const isLeft = ({ left, returned, exits }: Frame): boolean =>
  left?.isUsed === true ||
  returned?.isUsed === true ||
  exits.some(({ broken, continued }) => broken.isUsed || continued.isUsed);

/** Where a node stands in the judged text. */
export function originOf(node: { readonly pos: number; readonly end: number }, frame: Frame): Origin {
  return frame.within ?? { text: frame.source.slice(node.pos, node.end), span: [node.pos, node.end] };
}

/** The text that is judged here, as a whole. */
export const wholeOf = (frame: Frame): Origin => frame.within ?? { text: frame.source, span: [0, frame.source.length] };

/** The same place, outside of every loop and call: for what runs later or is only guessed. */
export const apart = (frame: Frame): Frame => ({
  ...frame,
  heads: undefined,
  exits: [],
  returned: undefined,
  left: undefined,
});

/** One simple command with everything resolved as far as it can be. */
export type Invocation = {
  readonly argv: readonly Text[];
  readonly environment: ReadonlyMap<string, readonly Text[]>;
  readonly redirects: readonly ResolvedRedirect[];
  readonly stdin: Text;
  readonly origin: Origin;
};

export type ResolvedRedirect =
  | { readonly kind: "read"; readonly paths: readonly Text[] }
  | { readonly kind: "write"; readonly paths: readonly Text[]; readonly append: boolean; readonly descriptor: number }
  | { readonly kind: "both"; readonly paths: readonly Text[] };

/** A variable and the values one of which it is given. */
export type Assigned = { readonly name: string; readonly values: readonly Text[] };

/** What the pieces of the room need from each other while judging; one object per judgement. */
export interface Engine {
  /** Walks a parsed script; what it would print. */
  script(script: Script, frame: Frame): Text;
  /** Walks shell text that was put together (`eval`, `bash -c`, a decoded pipe); what it would print. */
  code(code: Text, frame: Frame, origin: Origin): Text;
  /** Walks shell text when everything else is done (`trap`): it sees what was set meanwhile. */
  later(code: Text, frame: Frame, origin: Origin): void;
  /** Judges one simple command; what it would print. */
  run(invocation: Invocation, frame: Frame): Text;
  /** Applies one effect of a command. */
  apply(effect: Effect, invocation: Invocation, frame: Frame): Text | undefined;
  /** Remembers that this variable is set to one of these values, and what that means. */
  assign(variable: Assigned, frame: Frame, origin: Origin): void;
  /** Whether this command would be denied; nothing is reported. */
  wouldDeny(
    command: { readonly code: Text } | { readonly argv: readonly Text[] },
    frame: Frame,
    origin: Origin,
  ): boolean;
  /** The command that is being judged: the same number each time the walk comes upon it. */
  readonly command: number | undefined;
  report(rule: RuleId, origin: Origin, detail?: string): void;
  /** Whether more was looked at than one judgement may: what is left is not walked. */
  isSpent(): boolean;
}
