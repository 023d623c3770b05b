import { allPids } from "../descendants.ts";
import { type Identity, identityOf, wordsOf } from "../identity.ts";
import { LANGUAGES, type Language } from "./supervisor-languages.ts";

/**
 * Supervisors with this text in their arguments. The kernel hides their environment, but shows their arguments to every
 * process.
 */
export function supervisorsNaming(text: string, among: readonly number[] = allPids()): Identity[] {
  return among.filter((pid) => isSupervisor(pid, text)).flatMap((pid) => identityOf(pid) ?? []);
}

/** Whether this process is a supervisor, with this text in its arguments. */
export function isSupervisor(pid: number, text = ""): boolean {
  const words = wordsOf(pid, ARGUMENT_BYTES);
  // `ps` puts a blank for each NUL.
  const isReader = ({ reader }: Language): boolean => words.includes(`\0${reader}\0`) || words.includes(` ${reader} `);
  return LANGUAGES.some(isReader) && words.includes(text);
}

/** How much of a process's arguments is looked at: a supervisor's hold two paths and some words. */
const ARGUMENT_BYTES = 16 * 1024;
