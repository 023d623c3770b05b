import { NAME } from "../../values/abstract-text.ts";
import { type Program, prints } from "../effect.ts";
import { readOptions } from "../options.ts";

/** `rmdir -p a/b` removes `a` as well. It only takes empty directories: below the working directory nothing is lost. */
export const rmdir: Program = ({ args }) => {
  const options = readOptions(args, "--parents --ignore-fail-on-non-empty --verbose");
  const parents = options.has("-p", "--parents");
  const elsewhere = options.rest.filter((path) => /^[/~]|\.\./.test(path));
  return elsewhere.map((path) => ({
    kind: "deletes",
    path: parents && path.startsWith("/") ? `/${path.split("/").find(Boolean) ?? ""}` : path,
    recursive: false,
  }));
};

/** `tee` writes its standard input to the files and prints it. */
export const tee: Program = ({ args, stdin }) => {
  const options = readOptions(args, "--append --ignore-interrupts");
  const append = options.has("-a", "--append");
  return [...options.rest.map((path) => ({ kind: "writes", path, content: stdin, append }) as const), prints(stdin)];
};

/** `mktemp` creates a file and prints its name. */
export const mktemp: Program = ({ args }) => {
  const options = readOptions(args, "-p: --tmpdir: --suffix:");
  const [directory] = options.values("-p", "--tmpdir");
  const [template = "tmp.XXX"] = options.rest;
  const made = template.includes("/") ? template : directory;
  return [
    ...(made === undefined ? [] : [{ kind: "creates", path: made } as const]),
    prints((template.includes("/") ? template : `${directory ?? "/tmp"}/${template}`).replace(/X{3,}/, NAME)),
  ];
};
