import { nameList } from "./name-list.ts";

/** Shells whose name is no ordinary word. */
const PLAIN_SHELLS = nameList("sh bash dash zsh ksh ksh93 mksh yash rbash csh tcsh osh elvish xonsh");

/** Programs that read commands. */
export const SHELL_NAMES: readonly string[] = [...PLAIN_SHELLS, ...nameList("ash fish oil nu posh")];

/** Those whose grammar is that of bash. */
export const BASH_NAMES: readonly string[] = nameList("sh bash rbash");

/** One of them, as a part of an expression: for a word that names a program. */
export const SHELL_NAME: string = `(?:${SHELL_NAMES.join("|")})`;

/** One of those that stand out in any text, as a part of an expression: `fish` and `oil` in a sentence are no shells. */
export const SHELL_IN_TEXT: string = `(?:${PLAIN_SHELLS.join("|")})`;

/** A file that is a shell script by its name. */
export const SCRIPT_FILE: RegExp = /\.(?:ba|z|k)?sh$/;
