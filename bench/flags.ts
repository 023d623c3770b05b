import { type ParseArgsConfig, parseArgs } from "node:util";

/** The flags of a command line, or what to print instead: the usage when it was asked for, else what is wrong with a flag. */
export function readFlags<T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> | { readonly print: string; readonly code: 0 | 2 } {
  if ((config.args ?? process.argv).includes("--help")) return { print: usage, code: 0 };
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { print: `${error.message}\n\n${usage}`, code: 2 };
  }
}

/** The same for a program that ends where there is something to print. */
export function flagsOf<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  const read = readFlags(config, usage);
  if (!("print" in read)) return read;
  (read.code === 0 ? process.stdout : process.stderr).write(`${read.print}\n`);
  process.exit(read.code);
}
