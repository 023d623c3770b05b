/** Ends an exhaustive switch: a union that gains a member fails to compile here. */
export function assertNever(value: never): never {
  throw new TypeError(`unhandled case: ${JSON.stringify(value)}`);
}
