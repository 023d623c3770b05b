import type { Text } from "../../values/abstract-text.ts";
import { acts, type Effect, executes, type Program } from "../effect.ts";

/** Commands of PowerShell that an ordinary script does not need. */
const DANGEROUS =
  /Remove-Item|\brm\b|\bri\b|\bdel\b|Invoke-Expression|\biex\b|DownloadString|Stop-Computer|Format-Volume|Clear-Disk|Start-Process|Invoke-WebRequest|\biwr\b/i;

/** `pwsh`: an encoded text, a file, or a text that is searched for commands that destroy, fetch or run. */
export const powershell: Program = ({ args, stdin }) => {
  if (args.some((arg) => /^[-/]e(?:n\w*|c)?$/i.test(arg))) return [acts("run-decoded")];
  const script = args.findIndex((arg) => /^[-/]f(?:ile)?$/i.test(arg));
  if (script !== -1) return [executes(args[script + 1] ?? "", [], "other")];
  const code = args.findIndex((arg) => /^[-/]c(?:ommand)?$/i.test(arg));
  const text = code === -1 ? stdin : args.slice(code + 1).join(" ");
  if (/\b(?:iex|Invoke-Expression)\b/i.test(text) && FETCHES.test(text)) return [acts("run-download")];
  return DANGEROUS.test(text) ? [acts("run-unknown-code"), ...removed(text)] : [];
};

const FETCHES = /\b(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\b/i;

/** The paths that a text removes. */
const removed = (text: Text): readonly Effect[] =>
  [...text.matchAll(/\b(?:Remove-Item|rmdir|rm|ri|rd|del)\s([^;|&\n]*)/gi)]
    .flatMap(([, words = ""]) => words.split(/[\s,]+/))
    .filter((word) => /^["']?[/~$]/.test(word))
    .map((word) => ({ kind: "deletes", path: word.replaceAll(/["']/g, ""), recursive: true }));
