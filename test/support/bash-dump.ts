import { spawnSync } from "node:child_process";
import { dumpLine } from "../../src/core/shell/bash/exit-hook.ts";

const MARK = "mark";

/** What a bash says of itself behind this script, with the marks around it; one letter per byte. */
export const saidBehind = (script: string, mark: string = MARK): string =>
  spawnSync("bash", ["--norc"], { input: `exec 254>&1 >/dev/null\n${script}\n${dumpLine(mark)}`, encoding: "latin1" })
    .stdout;

/** The same without the marks. */
export const dumpBehind = (script: string): string => saidBehind(script).split(`\0${MARK}\0`)[1] ?? "";
