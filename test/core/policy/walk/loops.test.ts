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
  "until {f..f}als{e..e}; do echo x >> a; done",
  "while {t..t}rue; do echo x >> a; done",
  "x='true y'; while $x; do echo x >> a; done",
  "until $(:) false; do echo x >> a; done",
  "while ! false; do echo x >> a; done",
  "until ! true; do echo x >> a; done",
  "while command true; do echo x >> a; done",
  "while (true); do echo x >> a; done",
  "while { :; } 2> b; do echo x >> a; done",
  "while ls | true; do echo x >> a; done",
  "while ls; true; do echo x >> a; done",
  "while sleep 1 & true; do echo x >> a; done",
  "until ((0)); do echo x >> a; done",
])("%s never ends", (command) => expect(rulesOf(command)).toContain("exhaust"));

test.each([
  "while true; do echo x >> a; sleep 1; done",
  "while true; do echo x >> a; break; done",
  "while ! true; do echo x >> a; done",
  "while sleep 1; true; do echo x >> a; done",
  "while { sleep 1; true; }; do echo x >> a; done",
  "while true; ls; do echo x >> a; done",
  "while [ -f a ]; do echo x >> b; done",
])("%s waits or ends", (command) => expect(rulesOf(command)).not.toContain("exhaust"));
