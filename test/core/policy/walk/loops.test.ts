import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

test.each([
  "while :; do echo x >> a; done",
  "while true; do echo x >> a; done",
  "until false; do echo x >> a; done",
  "for ((;;)); do echo x >> a; done",
  "while ((1)); do echo x >> a; done",
])("%s never ends", (command) => expect(rulesOf(command)).toContain("exhaust"));

test.each([
  "while true; do echo x >> a; sleep 1; done",
  "while true; do echo x >> a; break; done",
  "while [ -f a ]; do echo x >> b; done",
])("%s waits or ends", (command) => expect(rulesOf(command)).not.toContain("exhaust"));
