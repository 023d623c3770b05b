import { realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../src/core/files/temporary-directory.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("it is named without links", () => {
  const [place, link] = [tempDir(), join(tempDir(), "link")];
  symlinkSync(place, link);
  expect(temporaryDirectory(link)).toBe(place);
  expect(temporaryDirectory()).toBe(realpathSync(tmpdir()));
});

test("one that is not there is a fault that says what to set", () => {
  expect(() => temporaryDirectory("/no/such/place")).toThrow(
    /the temporary directory \/no\/such\/place cannot be used \(.*ENOENT.*\); make it, or set TMPDIR to a directory/,
  );
});
