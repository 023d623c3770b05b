import type { Program } from "../effect.ts";
import { acts } from "../effect.ts";

const HARD = /\brm\b|\bsudo\b|\bmkfs|\bdd\b|\bshutdown\b/;

/** What is run in a virtual machine is lost there only, but its state may be the user's. */
export const insideMachine: Program = ({ args }) => (args.some((arg) => HARD.test(arg)) ? [acts("change-remote")] : []);
