import { namesTrap } from "../bash/trap-words.ts";

/** Whether the command may end its bash without a save: the state is saved before it runs. */
export const isRisky = (text: string): boolean => RISKY.test(text) || namesTrap(text);

const RISKY = /\b(?:exec|kill|pkill|killall|ulimit|prlimit|enable|noexec|restricted)\b|\bset\s+-\w*[nr]|\$\$|BASHPID/;
