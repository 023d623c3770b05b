/** Every growth table by the name that `npm run bench -- growth NAME` takes. */
import type { Growth } from "./growth.ts";
import { readers } from "./readers.ts";
import { sessions } from "./sessions.ts";
import { shells } from "./shells.ts";
import { functions, variables } from "./state.ts";
import { text } from "./text.ts";
import { files, repositories } from "./workspace.ts";

export const GROWTHS: Readonly<Record<string, Growth>> = {
  shells,
  sessions,
  functions,
  variables,
  files,
  repositories,
  readers,
  text,
};
