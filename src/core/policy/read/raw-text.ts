import { SHELL_NAME } from "../../knowledge/shell-names.ts";
import { BLOCK_DEVICE, LOUD_DEVICE } from "../../knowledge/system-places.ts";
import type { RuleId } from "../rules/all-rules.ts";

/**
 * Patterns searched in the raw text, only where the parser could not read it with certainty. They match inside quotes too,
 * because quotes cannot be trusted there.
 */
const FLOOR: readonly { readonly pattern: RegExp; readonly rule: RuleId }[] = [
  { pattern: /\brm\s+(?:-\S+\s+)*["']?(?:\/|~|\$\{?HOME)/, rule: "delete-vital" },
  { pattern: /\bmkfs(?:\.\w+)?\s+\S*\/dev\//, rule: "disk-tool" },
  { pattern: new RegExp(String.raw`\bdd\b[^\n;|]{0,200}\bof=["']?${LOUD_DEVICE}`), rule: "write-device" },
  { pattern: new RegExp(String.raw`>\s*["']?${BLOCK_DEVICE}`), rule: "write-device" },
  { pattern: /\bch(?:mod|own|grp)\s+(?:\S+\s+){0,4}["']?\/(?:\s|$|["'*])/, rule: "access-vital" },
  { pattern: /(\S{1,40})\s*\(\)\s*\{[^}\n]{0,80}\1\s*\|\s*\1/, rule: "fork-bomb" },
  { pattern: /\bmv\s+(?:-\S+\s+)*["']?\/(?:\s|\*)/, rule: "delete-vital" },
  { pattern: /\b(?:shutdown|poweroff|reboot|halt)\b/, rule: "power" },
  {
    pattern: new RegExp(String.raw`\b(?:curl|wget)\b[^\n]{0,300}\|\s*(?:sudo\s+)?${SHELL_NAME}\b`),
    rule: "run-download",
  },
  { pattern: /\/etc\/(?:passwd|shadow|sudoers)\b/, rule: "write-vital" },
];

/** Only this much of each end of a long text is searched, to bound the time. */
const WINDOW = 64 * 1024;

/** Rules whose pattern stands somewhere in the raw text. */
export function rawFindings(text: string): readonly RuleId[] {
  const seen = text.length <= 2 * WINDOW ? text : `${text.slice(0, WINDOW)}\n${text.slice(-WINDOW)}`;
  return [...new Set(FLOOR.filter(({ pattern }) => pattern.test(seen)).map(({ rule }) => rule))];
}
