import { expect, test } from "vitest";
import { languageOf } from "../../../../src/core/policy/code/languages.ts";

test.each([
  ["a.py", "", "python"],
  ["a.mts", "", "javascript"],
  ["a.rb", "", "ruby"],
  ["a.go", "", "other"],
  ["a.zsh", "", "shell"],
  ["a", "", "shell"],
  ["a", "#!/usr/bin/env node\n", "javascript"],
  ["a.py", "#!/bin/bash\n", "shell"],
  ["a.py", "#!/opt/unheard-of\n", "shell"],
  ["a", "x\n#!/usr/bin/python3", "shell"],
])("%s that begins with %j is written in %s", (path, content, language) => {
  expect(languageOf(path, content)).toBe(language);
});
