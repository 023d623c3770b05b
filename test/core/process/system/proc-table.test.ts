import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { procTable, readShort } from "../../../../src/core/process/system/proc-table.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { processTableContract } from "./process-table.contract.ts";

processTableContract(procTable);

test.each([0, 10, 4000, 4001, 8192, 100_000])(
  "a file of %i bytes is read whole, also one that is not short",
  (size) => {
    const path = join(tempDir(), "file");
    writeFileSync(path, "x".repeat(size));
    expect(readShort(path)).toBe("x".repeat(size));
  },
);
