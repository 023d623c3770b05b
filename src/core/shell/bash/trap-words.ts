/** What a text may do with traps, as far as its words tell. A function or a sourced file may do more. */

/** Whether a text may set, show or take away a trap. */
export const namesTrap = (text: string): boolean => /\btrap\b/.test(text);

/** Whether a text may set this trap. */
export const mayTrap = (name: "DEBUG" | "RETURN", text: string): boolean => NAMED[name].test(text);

/** Names of traps are read in either case, also out of a variable that the text sets. */
const NAMED = { DEBUG: /\bDEBUG\b/i, RETURN: /\bRETURN\b/i };

/** Whether a text sets the EXIT trap, or could print it. */
export const seesExitTrap = (text: string): boolean => SETS_EXIT.test(text) || listsTraps(text);

const SETS_EXIT = /\btrap\b.*\b(?:EXIT|0)\b/is;

/** `trap` alone, or with an option: it shows what is set. */
export const listsTraps = (text: string): boolean => /\btrap\s*(?:-|[;|&)}>\n]|$)/.test(text);
