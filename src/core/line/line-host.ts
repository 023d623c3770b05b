import type { JournalEntry } from "../journal/journal-entry.ts";
import type { JournalProblem } from "../journal/journal-problem.ts";
import type {
  AnswerAsk,
  AnswerReply,
  CheckAsk,
  FollowAsk,
  FollowEnd,
  HostView,
  KeepRuleAsk,
  KillAsk,
  Killed,
  LineEvent,
  Overview,
  QuestionView,
  ReadAsk,
  Refusal,
  RuleCheck,
  RuleView,
  Said,
  ShellReading,
  TypeAsk,
  TypedByUser,
} from "./line-messages.ts";

/** What a line asks of the host that it belongs to. */
export interface LineHost {
  view(): HostView;
  overview(): Promise<Overview>;
  read(ask: ReadAsk): Promise<Said<ShellReading>>;
  kill(ask: KillAsk): Promise<Said<Killed>>;
  /** Calls `tell` for everything that happens, until the returned function is called. */
  watch(tell: (event: LineEvent) => void): () => void;
  /** Sends what a shell prints until it has ended, or the reader is gone. */
  followShell(ask: FollowAsk & { readonly shell: string }, outlet: Outlet): Promise<Said<FollowEnd>>;
  /** Sends what the terminal of a shell shows, likewise. */
  followScreen(shell: string, outlet: Outlet): Promise<Said<FollowEnd>>;
  /** Types into a shell, as the user. */
  type(ask: TypeAsk): Promise<Said<TypedByUser>>;
  /** Lets nobody but the user type into a shell, until the reader is gone. */
  hold(shell: string, outlet: Outlet): Promise<Said<FollowEnd>>;
  /** Undefined where no question is ever put. */
  readonly questions: LineQuestions | undefined;
  /** Undefined where no rule of the user holds. */
  readonly rules: LineRules | undefined;
}

/** Where the events of one follow go. */
export interface Outlet {
  readonly isOpen: boolean;
  /** Settles when the reader is gone. */
  readonly closed: Promise<void>;
  /** Sends in any case. Resolves when the reader has room for more, or is gone: for what can wait where it is. */
  send(event: LineEvent): Promise<void>;
  /** Sends if the reader has room; otherwise the event is left out, and the reader is told how many were. */
  tell(event: LineEvent): void;
}

/** The questions of a host, as its line asks for them. */
export interface LineQuestions {
  /** Open ones, and those that were settled in the last minutes. */
  list(): readonly QuestionView[];
  answer(ask: AnswerAsk): Promise<Said<AnswerReply>>;
  check(ask: CheckAsk): Promise<Said<RuleCheck>>;
  /** Reads the user's rules anew; returns how many hold. */
  reloadRules(): Promise<Said<{ readonly rules: number }>>;
  /** A reader is there that can answer. Returns how to say that it left. */
  addWatcher(): () => void;
  onChange(listener: (question: QuestionView) => void): () => void;
}

/** The rules of the user on a host, as its line asks for them. */
export interface LineRules {
  list(): readonly RuleView[];
  /** Those that a rule can be made for. */
  sessions(): readonly string[];
  keep(ask: KeepRuleAsk): Said<RuleView>;
  remove(id: string): Said<RuleView>;
}

/** The journal of a host, as its line asks for it. */
export interface LineJournal {
  /** The hash of its last line; empty before the first one. */
  readonly head: string;
  /** Why it is not written now. */
  readonly problem: JournalProblem | undefined;
  onEntry(listener: (entry: JournalEntry) => void): () => void;
}

export const refuse = (code: Refusal["code"], sentence: string): { readonly no: Refusal } => ({
  no: { code, sentence },
});
