export type Decision = "allow" | "ask" | "deny";

/** One rule that applies to one part of a command. */
export type Finding = {
  readonly decision: Decision;
  /** The rule's id, e.g. `delete-vital`. */
  readonly rule: string;
  /** One sentence for a user or a model. */
  readonly reason: string;
  /** The part of the command, as it is written. */
  readonly part: string;
  /** Where that part is: offsets into the judged text, `[start, end)`. */
  readonly span: readonly [start: number, end: number];
  /** A safer way, where there is one. */
  readonly suggestion?: string;
};

export type Findings = readonly [Finding, ...Finding[]];

/** One simple command that could run, as far as its words are known. */
export type Part = {
  readonly text: string;
  readonly span: readonly [start: number, end: number];
  /** Resolved words; `null` where a word cannot be known. */
  readonly argv: readonly (string | null)[];
  readonly decision: Decision;
};

export type Verdict = {
  readonly decision: Decision;
  readonly findings: Findings;
  readonly parts: readonly Part[];
  readonly suggestion?: string;
  /** Loader and helper variables this command sets: what a session must remember and pass back as `variables`. */
  readonly sets?: readonly { readonly name: string; readonly value: string | undefined }[];
  /** With `session` in `where`: what it lacked. A judgement with that may be another. */
  readonly needs?: Needs;
  /** With `session` in `where`: what of the session the text may change, and the files that it writes. */
  readonly changes?: Changes;
  readonly writes?: readonly string[];
  /** With `session` in `where`: the links that it makes, where it makes one. */
  readonly links?: readonly Link[];
};

/** A link and the path that it leads to; undefined: one that is not known. */
export type Link = { readonly path: string; readonly target: string | undefined };

/** What changed in a session: variables by name, or anything. */
export type Changes = "all" | readonly string[];

/** What a judgement lacked. */
export type Needs = {
  /** The session's state as it is now. */
  readonly state?: true;
  /** The text of these files, which the session wrote. */
  readonly files?: readonly string[];
  /** The processes that the session started. */
  readonly processes?: true;
};

const SEVERITY = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Decision, number>;

/** The stricter of two decisions. */
export const stricter = (a: Decision, b: Decision): Decision => (SEVERITY[b] > SEVERITY[a] ? b : a);

/** The strictest finding decides. The type forbids an empty list, so an allow always has a finding. */
export function verdictOf(findings: Findings, parts: readonly Part[]): Verdict {
  const worst = findings.reduce((a, b) => (SEVERITY[b.decision] > SEVERITY[a.decision] ? b : a));
  return {
    decision: worst.decision,
    findings,
    parts,
    ...(worst.suggestion === undefined ? {} : { suggestion: worst.suggestion }),
  };
}
