import { type ClearedCommand, trust } from "../core/permission/cleared.ts";
import { type Finding, type Verdict, verdictOf } from "../core/policy/verdict.ts";

/** What is to be judged, and where it would run. */
export type GateRequest = {
  readonly text: string;
  readonly cwd: string;
  readonly sessionId: string;
  readonly workspace: string;
};

export type Clearance =
  | { readonly kind: "cleared"; readonly command: ClearedCommand; readonly verdict: Verdict }
  | { readonly kind: "denied"; readonly verdict: Verdict; readonly message: string };

export interface Gate {
  judge(request: GateRequest): Verdict;
  clear(request: GateRequest): Promise<Clearance>;
}

const FLAGS = String.raw`(?:\s+-\S+)*`;
const ROOT = String.raw`(?:/+\.?\*?|/\.\./?|"/"|'/')(?=\s|$|[;&|)])`;

const FLOOR: readonly { readonly rule: string; readonly pattern: RegExp; readonly reason: string }[] = [
  {
    rule: "delete-root",
    pattern: new RegExp(String.raw`\brm(?=(?:\s+\S+)*\s+(?:-\w*[rR]|--recursive))${FLAGS}(?:\s+\S+)*\s+${ROOT}`),
    reason: "it deletes the whole file system",
  },
  { rule: "make-filesystem", pattern: /\bmkfs(?:\.\w+)?\s/, reason: "it formats a disk" },
  {
    rule: "write-disk",
    pattern: /\bdd\b.*\bof=["']?\/dev\/(?:sd|hd|nvme|vd|xvd|mmcblk|disk)/,
    reason: "it overwrites a disk",
  },
  {
    rule: "redirect-disk",
    pattern: />\s*["']?\/dev\/(?:sd|hd|nvme|vd|xvd|mmcblk|disk)/,
    reason: "it overwrites a disk",
  },
  {
    rule: "open-root",
    pattern: new RegExp(
      String.raw`\bchmod(?=(?:\s+\S+)*\s+(?:-\w*R|--recursive))(?:\s+\S+)*\s+(?:0?777|a[+=]rwx)(?:\s+\S+)*\s+${ROOT}`,
    ),
    reason: "it opens every file of the system to everybody",
  },
  {
    rule: "fork-bomb",
    pattern: /([\w:.]+)\s*\(\)\s*\{[^}]*\1\s*\|\s*\1\s*&[^}]*\}\s*;?\s*\1/,
    reason: "it is a fork bomb",
  },
  {
    rule: "move-root",
    pattern: new RegExp(String.raw`\bmv${FLAGS}\s+${ROOT}`),
    reason: "it moves the whole file system",
  },
  {
    rule: "own-root",
    pattern: new RegExp(String.raw`\bchown(?=(?:\s+\S+)*\s+(?:-\w*R|--recursive))(?:\s+\S+)*\s+${ROOT}`),
    reason: "it changes the owner of every file of the system",
  },
];

/** The seeds' blocked patterns, until the policy is here. */
export function floorJudge(text: string): Verdict {
  const folded = text.replaceAll(/\\\n/g, "");
  const findings = FLOOR.flatMap(({ rule, pattern, reason }): Finding[] => {
    const found = pattern.exec(folded);
    if (found === null) return [];
    return [{ decision: "deny", rule, reason, part: found[0], span: [found.index, found.index + found[0].length] }];
  });
  const allowed: Finding = {
    decision: "allow",
    rule: "ordinary",
    reason: "nothing speaks against it",
    part: text,
    span: [0, text.length],
  };
  const [first = allowed, ...others] = findings;
  return verdictOf([first, ...others], []);
}

export const floorGate: Gate = {
  judge: ({ text }) => floorJudge(text),
  clear: async ({ text }) => {
    const verdict = floorJudge(text);
    if (verdict.decision === "allow") return { kind: "cleared", command: trust(text), verdict };
    return { kind: "denied", verdict, message: "" };
  },
};
