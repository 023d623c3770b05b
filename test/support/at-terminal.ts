import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tempDir } from "./temp-dir.ts";

/** Whether a terminal can be had: `script` is part of bsdutils (Debian) or util-linux. */
export const hasTerminal: boolean = existsSync("/usr/bin/script") || process.env["REQUIRE_TOOLS"] === "1";

/** What a user sees who types this line for bash into a terminal of so many columns; `$NACRE` is the program. */
export function atTerminal(
  line: string,
  { columns = 80, typed = "" }: { readonly columns?: number; readonly typed?: string } = {},
): { readonly code: number | null; readonly shown: string } {
  const { status, stdout } = spawnSync(
    "/usr/bin/script",
    ["-qec", `stty cols ${columns} rows 24; NACRE="$NODE bin/nacre.js"; ${line}`, "/dev/null"],
    {
      encoding: "latin1",
      input: typed,
      env: {
        ...process.env,
        NODE: process.execPath,
        NACRE_STATE_DIR: tempDir(),
        TERM: "xterm",
        SHELL: "/bin/bash",
        NO_COLOR: "",
      },
    },
  );
  // script types the end of its own input as a character, which the terminal may echo while nacre gives it back.
  return { code: status, shown: stdout.replaceAll("^@", "") };
}
