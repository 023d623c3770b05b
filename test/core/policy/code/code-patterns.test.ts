import { expect, test } from "vitest";
import { codeFacts } from "../../../../src/core/policy/code/code-patterns.ts";

test.each([
  ["while True: os.fork()", "fork-bomb"],
  ["for (;;) { spawn('x') }", "fork-bomb"],
  ["while (1) { a.push(1) }", "exhaust"],
  ["bytearray(10 ** 12)", "exhaust"],
  ["exec(base64.b64decode(x))", "run-decoded"],
  ["x = atob(y); eval(x)", "run-decoded"],
  ["builtins.exec(b64decode(x))", "run-decoded"],
  ["Kernel.eval(x.unpack1('m'))", "run-decoded"],
  ["c = require('child_process'); c.exec(atob(x))", "run-decoded"],
  ["$f = 'assert'; $f(base64_decode($x))", "run-decoded"],
  ["getattr(os, 'sys' + 'tem')(bytes.fromhex(x))", "run-decoded"],
  ["pickle.loads(b64decode(x))", "run-decoded"],
  ["os.kill(os.getppid(), 9)", "kill-guard"],
  ["os.kill(4321, 9)", "kill-process"],
  ["os.setuid(0)", "raise-privilege"],
  ["libc.reboot(1)", "power"],
])("%s speaks to %s", (code, rule) => {
  expect(codeFacts(code)).toContain(rule);
});

test.each([
  "print(1)",
  "os.kill(os.getpid(), 9)",
  "for (const a of b) c.push(a)",
  "base64.b64decode(x)",
  "json.loads(base64.urlsafe_b64decode(x))",
  "p = re.compile(x); chr(1)",
  "assert b64decode(x) == y",
  "model.eval(); chr(1)",
  "/x/.exec(atob(y))",
  "platform.system(); atob(y)",
  "while x: y()",
])("%s speaks to none", (code) => expect(codeFacts(code)).toEqual([]));
