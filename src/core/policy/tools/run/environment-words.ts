import type { Text } from "../../values/abstract-text.ts";
import { type Effect, shell } from "../effect.ts";

/** A word that sets a variable for the command behind it. */
export const ASSIGNMENT: RegExp = /^[A-Za-z_]\w*=/;

/** Assignments are judged as the shell's own. */
export const shellAssignments = (assignments: readonly Text[]): Effect =>
  shell(
    assignments
      .map(
        (word) =>
          `${word.slice(0, word.indexOf("=") + 1)}'${word.slice(word.indexOf("=") + 1).replaceAll("'", "'\\''")}'`,
      )
      .join(" "),
  );
