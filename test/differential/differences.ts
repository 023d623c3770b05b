import type { Text } from "./texts.ts";

const REFUSED = "bash would run the lines before the error; the tool asks `bash -n` first and runs nothing";

/** Texts that a session runs otherwise than bash on purpose, and why. */
const INTENDED: readonly (readonly [text: Text, why: string])[] = [
  ["alias hi='echo hello'\nhi", "aliases are expanded, as at a prompt"],
  ["echo ${#PIPESTATUS[@]}", "a text comes after others; only the first command of a bash finds no pipe statuses"],
  [";", REFUSED],
  ["echo $(", REFUSED],
  ["if true; then echo", REFUSED],
  ["echo 'open", REFUSED],
  ["}", REFUSED],
  ["echo ok; )", REFUSED],
  ["f( { :; }", REFUSED],
];

export const DIFFERENCES: ReadonlySet<string> = new Set(INTENDED.map(([text]) => JSON.stringify(text)));
