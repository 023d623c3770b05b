/** One run of the official suite: which of its releases, on which protocol. */
export type Line = { readonly release: "conformance" | "conformance-2025"; readonly protocol: string };

export const LINES: readonly Line[] = [
  { release: "conformance-2025", protocol: "2025-11-25" },
  { release: "conformance", protocol: "2025-11-25" },
  { release: "conformance", protocol: "2026-07-28" },
];

type NotOurs = {
  readonly reason: string;
  readonly checks: readonly string[];
  /** The only release in which they fail. */
  readonly release?: Line["release"];
};

/** Checks that do not concern nacre, with the reason. Each fails wherever it runs; every other check passes. */
export const NOT_OURS: readonly NotOurs[] = [
  {
    reason: "nacre has no prompts",
    checks: [
      "prompts-list",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-embedded-resource",
      "prompts-get-with-image",
      "sep-2549-prompts-list-caching-hints",
      "sep-2322-non-tool-incomplete",
      "sep-2575-server-sends-prompts-list-changed-on-subscription",
    ],
  },
  { reason: "nacre completes no arguments", checks: ["completion-complete"] },
  { reason: "nacre has no log of the protocol", checks: ["logging-set-level", "tools-call-with-logging"] },
  {
    reason: "nacre asks for no completion of the client's model and for no roots",
    checks: [
      "tools-call-sampling",
      "sep-2322-sampling-incomplete",
      "sep-2322-respect-client-capabilities",
      "sep-2322-list-roots-incomplete",
    ],
  },
  {
    reason: "a shell's result is text: no image, sound or resource in it, no binary resource",
    checks: [
      "tools-call-image",
      "tools-call-audio",
      "tools-call-embedded-resource",
      "tools-call-mixed-content",
      "resources-read-binary",
    ],
  },
  {
    reason: "the tools never change",
    checks: ["sep-2575-server-sends-tools-list-changed-on-subscription"],
  },
  {
    reason: "no tool of nacre wants its arguments in headers too",
    checks: [
      "sep-2243-server-no-xmcp-tool",
      "sep-2243-server-decode-base64",
      "sep-2243-server-validate-param-match",
      "sep-2243-server-reject-invalid-param-chars",
      "sep-2243-server-reject-param-mismatch",
    ],
  },
  {
    reason: "asks for a tool or a resource of the suite's own, by name or by the fields of its schema or question",
    checks: [
      "resources-subscribe",
      "resources-unsubscribe",
      "json-schema-2020-12-tool-found",
      "elicitation-sep1034-general",
      "elicitation-sep1330-general",
      "sep-2322-elicitation-incomplete",
      "sep-2575-server-rejects-undeclared-capability",
      "sep-2575-missing-capability-http-400",
      "sep-2575-http-server-no-independent-requests-on-stream",
      "sep-2575-server-no-log-without-loglevel",
    ],
  },
  {
    reason: "asks as a client of 2025-03-26, to which an empty event is no event yet",
    checks: ["server-sse-priming-event", "server-sse-retry-field"],
    release: "conformance-2025",
  },
  {
    reason: "nacre puts one question at a time, and one round of it",
    checks: ["sep-2322-multiple-inputs-incomplete", "sep-2322-multi-round-r1"],
  },
  {
    reason: "answers a question that was never put: nacre takes an answer only with its own signed state",
    checks: ["sep-2322-ignore-unexpected-params"],
  },
];
