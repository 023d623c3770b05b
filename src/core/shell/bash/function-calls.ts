/** Whether a text may define a function, a trap or an alias, or run another text that nacre does not see. */
export const mayDefine = (text: string): boolean => DEFINES.test(text);

const DEFINES = /\(\s*\)|\b(?:function|eval|source|alias|trap)\b|(?:^|[\s;&|({])\.\s/;

/** Whether a text names one of these functions, or a command by a variable. */
export const mayCall = (text: string, functions: ReadonlySet<string>): boolean =>
  functions.size > 0 && (NAMED_BY_VARIABLE.test(text) || wordsIn(text).some((word) => functions.has(word)));

const NAMED_BY_VARIABLE = /(?:^|[;&|({!\n]|\b(?:do|then|else|if|elif|while|until|time)\b)\s*["']?\$[\w{@*]/;

const wordsIn = (text: string): readonly string[] => text.split(/[\s;&|()<>"'`\\]+/);
