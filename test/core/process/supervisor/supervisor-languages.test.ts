import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findProgram } from "../../../../src/core/process/interpreter-paths.ts";
import {
  LANGUAGES,
  languageOf,
  supervisorLanguage,
} from "../../../../src/core/process/supervisor/supervisor-languages.ts";
import { installCommand } from "../../../../src/core/process/system/install-command.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** A directory in which only these programs are found. */
function place(...names: readonly string[]): string {
  const dir = tempDir();
  for (const name of names) symlinkSync("/bin/true", join(dir, name));
  return dir;
}

test("perl is taken where it is, else python3, else the fault names the command that installs perl", () => {
  const both = place("perl", "python3");
  expect(supervisorLanguage([both], undefined)).toMatchObject({ program: "perl", path: join(both, "perl") });
  expect(supervisorLanguage([both], "python3")).toMatchObject({ program: "python3", path: join(both, "python3") });
  expect(supervisorLanguage([place("python3")], undefined).program).toBe("python3");
  for (const wanted of [undefined, "perl"])
    expect(() => supervisorLanguage([place("ruby")], wanted)).toThrow(installCommand("perl"));
});

test("a supervisor's language is known by its arguments, also behind others", () => {
  for (const language of LANGUAGES)
    expect(languageOf(["--args", "3", "--", findProgram("env") ?? "", ...language.options, "/home"])).toBe(language);
  expect(languageOf(["-c", "true"])).toBeUndefined();
});
