import type { OwnMetadata } from "../../src/tools/metadata.ts";

const TEXT = "in the text";

/** Where a model finds each key of nacre's own tools: in the text of the result, or nowhere, for a reason. */
const METADATA_KEYS = {
  error_kind: "for programs: the text says what went wrong",
  fault: "for programs: its code; the sentence is in the text",
  command: "for programs: the caller wrote it; quoted_paths tells what was changed",
  description: "for programs: the caller wrote it",
  cwd: TEXT,
  cwd_changed: TEXT,
  cwd_reset: TEXT,
  session_id: "for programs: the caller named it",
  containment: "for programs: the operator asked for it; containment_reasons tells what is missing",
  containment_reasons: TEXT,
  status: TEXT,
  exit_code: TEXT,
  exit_meaning: TEXT,
  signal: TEXT,
  duration_ms: TEXT,
  timed_out: TEXT,
  timeout_ms: TEXT,
  cancelled: TEXT,
  waiting_for_input: TEXT,
  stopped: TEXT,
  terminated_by: TEXT,
  pipe_status: TEXT,
  masked_failure: TEXT,
  background_children: TEXT,
  late_output: TEXT,
  redirection_ended: TEXT,
  session_restored: TEXT,
  lost: TEXT,
  attested: "for programs: the machine's set-up, on which a model has no hold; nacre doctor tells the operator",
  login_environment: "for programs: a model needs it only where a command was not found, and there the text says it",
  not_kept: TEXT,
  quoted_paths: TEXT,
  normalized: TEXT,
  sandbox_refusal: TEXT,
  snapshot: TEXT,
  syntax_error: TEXT,
  decision: TEXT,
  findings: TEXT,
  parts: "for programs: every part of the command; findings has those that matter",
  dry_run: TEXT,
  approved_by: "for programs: the command ran, whoever let it through",
  refused_by: TEXT,
  truncated: TEXT,
  output_path: TEXT,
  output_paths: TEXT,
  output_problem: TEXT,
  stdout: "for programs: the output in parts, for a wire format that keeps the streams apart",
  stderr: "for programs: as stdout",
  notice: "for programs: as stdout",
  bash_id: TEXT,
  is_running: TEXT,
  next_cursor: TEXT,
  dropped: TEXT,
  wait: TEXT,
  shell_id: TEXT,
  survivors: TEXT,
  reach: "for programs: never on this machine; reach.test.ts finds its words in the text",
  already_stopped: TEXT,
  shells: TEXT,
  count: "for programs: a line each",
} as const satisfies Record<keyof OwnMetadata, typeof TEXT | `for programs: ${string}`>;

/** The keys of a result that nobody has decided about. */
export const undecidedKeys = (metadata: object): readonly string[] =>
  Object.keys(metadata).filter((key) => !Object.hasOwn(METADATA_KEYS, key));

/** The keys that a model must find in the text. */
export type KeyInText = {
  [K in keyof typeof METADATA_KEYS]: (typeof METADATA_KEYS)[K] extends typeof TEXT ? K : never;
}[keyof typeof METADATA_KEYS];
