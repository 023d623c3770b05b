import type { Guess } from "./engine.ts";
import { isKnown, type Text } from "./text.ts";

/** Programs whose name behind an unknown one means that it runs them. */
const TELLING =
  /^(?:.*\/)?(?:rm|dd|mkfs(?:\.\w+)?|shred|(?:ba|da|z|k)?sh|chmod|chown|sudo|mv|find|wipefs|kill|truncate|tee|cp|curl|wget|nc|python3?|perl|ruby|node)$/;
/** Options whose value an unknown program would run. */
const RUNS =
  /^--?(?:c|e|x|exec(?:ute)?|command|cmd|run|eval|shell|script|hook|on-[\w-]+|pre[\w-]*|post[\w-]*|callback|handler|action|call)$/;
/** Options that name where an unknown program writes. */
const WRITES =
  /^(?:-o|-O|--out(?:put)?(?:-(?:file|dir|directory|path))?|--dest(?:ination)?|--target(?:-dir(?:ectory)?)?|--save(?:-to)?|--log-?file|--write|--install-dir|--prefix|--outdir|--out-dir)$/;

/** Commands that the arguments of an unknown program may be: a telling name and what follows, or the value of a telling option. */
export function carriedCommands(args: readonly Text[]): readonly Guess[] {
  const at = args.findIndex((arg) => TELLING.test(arg));
  const tail = args.slice(at).filter((arg, index) => index !== 1 || arg !== "--");
  const values = args.flatMap((arg, index): readonly Guess[] => {
    const glued = /^(--?[\w-]+)=(.*)$/s.exec(arg);
    const value = glued !== null && RUNS.test(glued[1] ?? "") ? glued[2] : RUNS.test(arg) ? args[index + 1] : undefined;
    return value !== undefined && isKnown(value) && /[\s/]/.test(value) ? [{ code: value }] : [];
  });
  return [...(at === -1 ? [] : [{ argv: tail }]), ...values.slice(0, 4)];
}

/** Files an unknown program is told to write. */
export function namedOutputs(args: readonly Text[]): readonly Text[] {
  return args.flatMap((arg, index) => {
    const glued = /^(--?[\w-]+)=(.*)$/s.exec(arg);
    if (glued !== null) return WRITES.test(glued[1] ?? "") ? [glued[2] ?? ""] : [];
    const next = args[index + 1];
    return WRITES.test(arg) && next !== undefined && !next.startsWith("-") ? [next] : [];
  });
}
