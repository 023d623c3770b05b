import { homedir } from "node:os";
import { type ClearedCommand, trust } from "../core/permission/cleared.ts";
import { judge, type Mode } from "../core/policy/judge.ts";
import type { Verdict } from "../core/policy/verdict.ts";
import type { Answer, Approver } from "./approver.ts";

/** What is to be judged, where it would run, and who may be asked. */
export type GateRequest = {
  readonly text: string;
  readonly cwd: string;
  readonly sessionId: string;
  /** The directories that belong to the work. */
  readonly workspaces: readonly [string, ...string[]];
  readonly approver?: Approver | undefined;
};

export type Clearance =
  | {
      readonly kind: "cleared";
      readonly command: ClearedCommand;
      readonly verdict: Verdict;
      readonly answer?: Answer | undefined;
    }
  | {
      readonly kind: "denied";
      readonly verdict: Verdict;
      readonly message: string;
      readonly answer?: Answer | undefined;
    };

export interface Gate {
  judge(request: GateRequest): Verdict;
  /** `verdict` is what `judge` said of this request. */
  clear(request: GateRequest, verdict: Verdict): Promise<Clearance>;
}

/** Judges, asks where it has to, and clears what may run. */
export function createGate({ mode }: { readonly mode?: Mode | undefined }): Gate {
  const verdictOn = ({ text, cwd, workspaces: [workspace, ...workspaces] }: GateRequest): Verdict =>
    judge(text, { cwd, home: homedir(), workspace, workspaces, ...(mode === undefined ? {} : { mode }) });
  return {
    judge: verdictOn,
    clear: async (request, verdict) => {
      if (verdict.decision === "allow") return { kind: "cleared", command: trust(request.text), verdict };
      if (verdict.decision === "deny") return { kind: "denied", verdict, message: "" };
      const { approver, text: command, cwd } = request;
      if (approver === undefined) return { kind: "denied", verdict, message: "" };
      const given = await approver({ command, cwd, findings: verdict.findings, answers: ["once", "deny"] });
      const { answer, message = "" } = typeof given === "string" ? { answer: given } : given;
      if (answer === "deny") return { kind: "denied", verdict, message, answer };
      return { kind: "cleared", command: trust(request.text), verdict, answer };
    },
  };
}
