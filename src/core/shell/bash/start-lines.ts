import type { StartDirectory } from "../../files/working-directory.ts";
import { SHELL_FDS } from "../../process/supervisor/supervisor-script.ts";
import { HAS_PROC } from "../../process/system/has-proc.ts";
import { asBytes } from "./answer.ts";
import { NOWHERE } from "./await-hello.ts";
import { ANSWERING, ANSWERS, ENDING, INPUT, quote, RUNTIME } from "./script-lines.ts";

/** Makes a descriptor out of one that the supervisor gave. bash's own copy of its stdin is close-on-exec, and so is a copy of that. */
const outOfSight = (given: number, number: number): string => `exec <&${given}; { exec ${number}<&10; } </dev/null; `;

/**
 * What a session's bash does first: it takes its descriptors out of sight, goes where it was started for and limits the
 * size of files. bash alone can: the supervisor must write larger ones.
 */
export const startLines = (places: readonly StartDirectory[], blocks: number | undefined, takesInput = false): string =>
  `{ exec ${ANSWERING}>&10; } </dev/null; ${outOfSight(SHELL_FDS.runtime, RUNTIME)}${outOfSight(SHELL_FDS.ending, ENDING)}` +
  `${takesInput ? `${outOfSight(SHELL_FDS.input, INPUT)}exec ${SHELL_FDS.input}<&-; ` : ""}exec ${SHELL_FDS.runtime}<&- ${SHELL_FDS.ending}<&- ${SHELL_FDS.script}<&- </dev/null >/dev/null 2>&1\n` +
  `${placeLine(HAS_PROC ? byDescriptor(places) : byPath(places))}${fileLimitLine(blocks)}${TELL_LIMITS}`;

/** bash sets OLDPWD at every `cd`, and a fresh one has none. */
const placeLine = (going: string): string =>
  `{ ${going}; exec ${SHELL_FDS.place}<&-; \\builtin unset -v OLDPWD; \\builtin export OLDPWD; } >/dev/null 2>&1\n`;

/** By the name of the first, if that still leads where the supervisor looked; else to where it looked. */
function byDescriptor([first]: readonly StartDirectory[]): string {
  const here = `/dev/fd/${SHELL_FDS.place}`;
  return `\\builtin cd -- ${quote(asBytes(first?.name ?? "/"))}; [[ . -ef ${here} ]] || \\builtin cd -P -- ${here}`;
}

/**
 * Where no path leads over a descriptor, by the first path that leads to itself, as the supervisor looked too; then by its
 * name, if that leads to the same.
 */
function byPath(places: readonly StartDirectory[]): string {
  const ways = places.map(({ path, name }) => {
    const [there, called] = [quote(asBytes(path)), quote(asBytes(name))];
    const enter = `\\builtin cd -P -- ${there}`;
    return `{ ${enter} && [[ $PWD == ${there} ]] && { \\builtin cd -- ${called} && [[ . -ef ${there} ]] || ${enter}; }; }`;
  });
  return [...ways, `\\builtin exit ${NOWHERE}`].join(" || ");
}

/** In posix mode (POSIXLY_CORRECT) bash counts in halves. A bash that cannot be limited must not go on. */
const fileLimitLine = (blocks: number | undefined): string =>
  blocks === undefined
    ? ""
    : `[[ -o posix ]] && \\builtin ulimit -f ${2 * blocks} || \\builtin ulimit -f ${blocks} || \\builtin exit\n`;

/** Says the limits that bash begins with, before it loads others. */
const TELL_LIMITS = `{ \\builtin ulimit -Sa; \\builtin printf '\\0'; \\builtin ulimit -Ha; \\builtin printf '\\0'; } ${ANSWERS}\n`;
