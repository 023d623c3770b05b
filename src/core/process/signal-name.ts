import { constants } from "node:os";

const NAMES = new Map(
  (Object.entries(constants.signals) as [NodeJS.Signals, number][]).map(([name, number]) => [number, name]),
);

/** The name of a signal number; undefined where there is none. */
export const signalName = (number: number): NodeJS.Signals | undefined => NAMES.get(number);
