/** A line of a configuration, and the setting that it makes, if any. */
export type ConfigLine = { readonly text: string; readonly name?: string; readonly value?: string };

const SECTION = /^[ \t]*\[([A-Za-z0-9-]+)(?: "([^"\\]*)")?\][ \t]*$/;
const SETTING = /^[ \t]*([A-Za-z][A-Za-z0-9-]*)(?:[ \t]*=[ \t]*([^"\\#;]*?))?[ \t]*$/;
const NOTHING = /^[ \t]*(?:[#;].*)?$/;
/** What may have git read a line in another way than it looks: the end of a line within it, and other controls. */
const HAS_CONTROLS = /[^\t\n -\xff]|\x7f/;

/**
 * The lines of a git configuration that is written as git itself writes it: one setting a line, without quotes, escapes
 * and comments behind values. Undefined for any other, which only git reads as git does. No program is started: a command
 * may have made thousands of repositories.
 */
export function plainConfig(bytes: Buffer): readonly ConfigLine[] | undefined {
  const whole = bytes.toString("latin1");
  if (HAS_CONTROLS.test(whole)) return undefined;
  const lines: ConfigLine[] = [];
  let section: string | undefined;
  for (const text of whole.split("\n")) {
    section = sectionOf(text) ?? section;
    const line = sectionOf(text) !== undefined || NOTHING.test(text) ? { text } : settingOf(text, section);
    if (line === undefined) return undefined;
    lines.push(line);
  }
  return lines;
}

function sectionOf(text: string): string | undefined {
  const [head, name = "", middle] = SECTION.exec(text) ?? [];
  if (head === undefined) return undefined;
  return middle === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${middle}`;
}

function settingOf(text: string, section: string | undefined): ConfigLine | undefined {
  const [setting, key = "", value = ""] = SETTING.exec(text) ?? [];
  if (setting === undefined || section === undefined) return undefined;
  return { text, name: `${section}.${key.toLowerCase()}`, value };
}
