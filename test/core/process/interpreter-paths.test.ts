import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bashPath, findProgram } from "../../../src/core/process/interpreter-paths.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("programs are taken from fixed places", () => {
  expect([bashPath(), findProgram("perl")]).toEqual([
    expect.stringMatching(/\/bash$/),
    expect.stringMatching(/\/perl$/),
  ]);
  expect(findProgram("perl", ["/no"])).toBeUndefined();
  expect(() => bashPath("/no/bash")).toThrow(/no usable bash was found: looked for \/no\/bash/);
});

test("a bash that is too old, or none at all, is named with its version", () => {
  const dir = tempDir();
  const [old, fake] = [join(dir, "old"), join(dir, "fake")];
  writeFileSync(old, "#!/bin/sh\nprintf 3.2.57\n", { mode: 0o755 });
  writeFileSync(fake, "#!/bin/sh\n", { mode: 0o755 });
  expect(() => bashPath(old)).toThrow(/old is 3\.2\.57; 4\.4 or newer is needed; to fix it: /);
  expect(() => bashPath(fake)).toThrow(/fake is no bash/);
});
