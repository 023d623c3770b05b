import type { Program } from "../effect.ts";
import { interpreter } from "./interpreters.ts";

const plain = interpreter({ language: "perl", code: "-e -E", options: "-I: -M: -m: -F: -l -0 -i" });

/** perl's letters cluster (`-pie`, `-ne`), so the code is the word behind a cluster that ends in e. */
export const perl: Program = (call) => {
  const at = call.args.findIndex((arg) => /^-[a-zA-Z0-9]*[eE]$/.test(arg) && !/^-[MImF]/.test(arg));
  if (at === -1) return plain(call);
  const codes = call.args.flatMap((arg, index) =>
    /^-[a-zA-Z0-9]*[eE]$/.test(arg) && !/^-[MImF]/.test(arg) ? [call.args[index + 1] ?? ""] : [],
  );
  const modules = call.args
    .filter((arg) => /^-[Mm]/.test(arg))
    .map((arg) => `use ${arg.slice(2)};`)
    .join("");
  const inPlace = call.args.some((arg) => /^-[a-zA-Z0-9]*i(?:[.\w]*)?[eE]?$/.test(arg) && arg.includes("i"));
  const paths = call.args.slice(at + 2).filter((arg) => !arg.startsWith("-"));
  return [
    ...codes.map((text) => ({ kind: "code", text: `${modules} ${text}`, language: "perl" }) as const),
    ...paths.map((path) => (inPlace ? ({ kind: "writes", path } as const) : ({ kind: "reads", path } as const))),
  ];
};
