/** A place in a transcript. Only this room reads what it says; `"0"` is the beginning. */
export type Cursor = string;

export type Offsets = { readonly stdout: number; readonly stderr: number };

export const renderCursor = ({ stdout, stderr }: Offsets): Cursor => `o${stdout}e${stderr}`;

/** The offsets a cursor stands for; `undefined` if the text is not a cursor. */
export function parseCursor(text: string): Offsets | undefined {
  if (text === "0") return { stdout: 0, stderr: 0 };
  const found = /^o(\d{1,15})e(\d{1,15})$/.exec(text);
  return found === null ? undefined : { stdout: Number(found[1]), stderr: Number(found[2]) };
}
