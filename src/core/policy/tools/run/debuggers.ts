import { acts, type Call, type Effect } from "../effect.ts";

/** Debuggers run shell commands (`!`, `shell`) and read the memory of processes they did not start. */
export function debuggerCalls({ args }: Call): readonly Effect[] {
  const effects: Effect[] = [];
  args.forEach((arg, index) => {
    if (/^(?:-p|--pid|--attach-pid|-attach)/.test(arg)) effects.push(acts("trace-process"));
    if (
      !/^(?:-ex|-iex|--eval-command|-o|-O|--one-line|--batch-command)$/.test(arg) &&
      !/^--(?:eval-command|ex)=/.test(arg)
    )
      return;
    const command = arg.includes("=") ? arg.slice(arg.indexOf("=") + 1) : (args[index + 1] ?? "");
    const shellText = /^\s*(?:!|shell\s+|make\s+|platform shell\s+|pipe\s+[^|]*\|)\s*(.*)$/s.exec(command)?.[1];
    if (shellText !== undefined) effects.push({ kind: "code", text: shellText, language: "shell" });
    else if (/^\s*(?:python|py|script|pi)\b(.*)$/s.test(command))
      effects.push({ kind: "code", text: command.replace(/^\s*\w+\s*/, ""), language: "python" });
    else if (/\b(?:attach)\s+\d|\bdump memory\b|\bgcore\b|\bgenerate-core/.test(command))
      effects.push(acts("read-secret"));
    else if (/\bcall\b|\bprint\b.*\bsystem\b/.test(command)) effects.push(acts("run-unknown-code"));
  });
  return effects;
}
