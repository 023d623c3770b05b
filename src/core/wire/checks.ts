import { isRecord } from "../base/is-record.ts";
import { WORKER_DATA_ENTRIES, WORKER_NAME_CHARS } from "../base/limits/machine-limits.ts";
import { WireProblem } from "./wire.ts";

/** Takes a value that came from the other side, or throws. `at` names it. */
export type Check<T> = (value: unknown, at: string) => T;

const wrong = (at: string, must: string): never => {
  throw new WireProblem(`${at} must be ${must}`);
};

export const text =
  (most: number): Check<string> =>
  (value, at) =>
    typeof value === "string" && value.length <= most ? value : wrong(at, `a text of at most ${most} characters`);

export const matching =
  (pattern: RegExp): Check<string> =>
  (value, at) =>
    typeof value === "string" && value.length <= 1024 && pattern.test(value) ? value : wrong(at, `like ${pattern}`);

/** A path that begins at the root. */
export const path: Check<string> = matching(/^\/[^\0]*$/);

export const whole =
  (least: number, most: number): Check<number> =>
  (value, at) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most
      ? value
      : wrong(at, `a whole number from ${least} to ${most}`);

export const flag: Check<boolean> = (value, at) => (typeof value === "boolean" ? value : wrong(at, "true or false"));

export const oneOf =
  <const T extends string>(...allowed: readonly T[]): Check<T> =>
  (value, at) =>
    allowed.find((one) => one === value) ?? wrong(at, `one of ${allowed.join(", ")}`);

export const listOf =
  <T>(item: Check<T>, most: number): Check<readonly T[]> =>
  (value, at) =>
    Array.isArray(value) && value.length <= most
      ? value.map((one: unknown, index) => item(one, `${at}[${index}]`))
      : wrong(at, `a list of at most ${most}`);

/** Pairs, which JSON has for a map. */
export const mapOf =
  <T>(item: Check<T>, most: number): Check<ReadonlyMap<string, T>> =>
  (value, at) =>
    new Map(listOf(pairOf(item), most)(value, at));

const pairOf =
  <T>(item: Check<T>): Check<readonly [string, T]> =>
  (value, at) => {
    if (!Array.isArray(value) || value.length !== 2) return wrong(at, "a pair");
    const [name, its]: unknown[] = value;
    return [text(WORKER_NAME_CHARS)(name, at), item(its, at)];
  };

/** Absent, or what the check takes. */
export const maybe =
  <T>(item: Check<T>): Check<T | undefined> =>
  (value, at) =>
    value === undefined || value === null ? undefined : item(value, at);

type Fields = Readonly<Record<string, Check<unknown>>>;
type Checked<F extends Fields> = { readonly [K in keyof F]: ReturnType<F[K]> };

/** An object with these fields. What it has besides is not taken over. */
export const fields =
  <const F extends Fields>(checks: F): Check<Checked<F>> =>
  (value, at) => {
    if (!isRecord(value)) return wrong(at, "an object");
    const taken = Object.entries(checks).flatMap(([name, check]) => {
      const its = check(Object.hasOwn(value, name) ? value[name] : undefined, `${at}.${name}`);
      return its === undefined ? [] : [[name, its] as const];
    });
    return Object.fromEntries(taken) as Checked<F>;
  };

/** Data of any shape, with bounds: it is shown or kept, and decides nothing. Names that objects have by themselves are left out. */
export function plainData(value: unknown, at: string, depth = 8): unknown {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (depth === 0) return wrong(at, "less deep");
  if (Array.isArray(value)) return listOf((one, its) => plainData(one, its, depth - 1), WORKER_DATA_ENTRIES)(value, at);
  if (!isRecord(value)) return wrong(at, "data");
  const entries = Object.entries(value).filter(([name]) => !(name in Object.prototype));
  if (entries.length > WORKER_DATA_ENTRIES) return wrong(at, `an object of at most ${WORKER_DATA_ENTRIES} fields`);
  return Object.fromEntries(entries.map(([name, its]) => [name, plainData(its, `${at}.${name}`, depth - 1)]));
}
