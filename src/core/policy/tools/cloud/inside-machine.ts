import type { Program } from "../effect.ts";
import { acts } from "../effect.ts";

const HARD = /\brm\b|\bsudo\b|\bmkfs|\bdd\b|\bshutdown\b/;

/** A command in a virtual machine can destroy only that machine, but the user may need its state. */
export const insideMachine: Program = ({ args }) => (args.some((arg) => HARD.test(arg)) ? [acts("change-remote")] : []);
