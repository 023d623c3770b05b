/** The words of a text, so that a list of names can be written as one. */
export const nameList = (text: string): readonly string[] => text.trim().split(/\s+/);
