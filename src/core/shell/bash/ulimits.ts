/** Limits by the letter of `ulimit`, with `S` (soft) or `H` (hard) in front: `Sn`. Values are as `ulimit` takes them. */
export type Ulimits = ReadonlyMap<string, string>;

/** Fewer descriptors than bash needs to save its own streams: nacre's lines could not run. */
const LEAST_DESCRIPTORS = 16;

/** Reads what `ulimit -Sa` and `ulimit -Ha` printed. */
export function ulimitsIn(soft: string, hard: string): Ulimits {
  const read = (text: string, kind: string): readonly (readonly [string, string])[] =>
    [...text.matchAll(/\((?:[^()]*, )?-(\w)\) +(\S+)$/gm)].map(([, letter, value = ""]) => [`${kind}${letter}`, value]);
  return new Map([...read(soft, "S"), ...read(hard, "H")]);
}

/** In posix mode bash counts the size of files and of core files in blocks half as long. */
export const inLongBlocks = (limits: Ulimits): Ulimits =>
  new Map([...limits].map(([name, value]) => [name, /[cf]$/.test(name) ? halved(value) : value]));

const halved = (value: string): string => (/^\d+$/.test(value) ? String(Math.floor(Number(value) / 2)) : value);

/** The limits that differ from those bash began with, each hard one behind its soft one. */
export const changedUlimits = (now: Ulimits, atStart: Ulimits): Ulimits =>
  new Map([...now].filter(([name, value]) => atStart.has(name) && atStart.get(name) !== value));

/** Whether nacre's own lines run under the limit. */
export const isBearable = (name: string, value: string): boolean =>
  !name.endsWith("n") || value === "unlimited" || Number(value) >= LEAST_DESCRIPTORS;
