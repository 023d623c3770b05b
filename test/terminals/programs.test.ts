import { describe, test } from "vitest";
import { tempDir } from "../support/temp-dir.ts";
import { LINE_PROGRAMS, SCREEN_PROGRAMS } from "./programs.ts";
import { isInstalled, Sitting, WALLS } from "./sitting.ts";

describe.each(WALLS)("with the sandbox %s", (sandbox) => {
  for (const { name, needs, command, prepare, drive } of [...LINE_PROGRAMS, ...SCREEN_PROGRAMS]) {
    const isThere = needs === undefined || isInstalled(needs.program);
    test.skipIf(!isThere)(
      `${name} is driven and read${isThere ? "" : ` (needs the package ${needs.package})`}`,
      async () => {
        const workingDir = tempDir();
        prepare?.(workingDir);
        await drive(await Sitting.begin(command, { sandbox, workingDir }), workingDir);
      },
    );
  }
});
