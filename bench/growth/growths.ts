/** Every growth table by the name that `npm run bench -- growth NAME` takes. */
import { deadShells } from "./dead-host.ts";
import type { Growth } from "./growth.ts";
import { readers } from "./readers.ts";
import { sessions } from "./sessions.ts";
import { shells } from "./shells.ts";
import { functions, variables } from "./state.ts";
import { text } from "./text.ts";
import { files, repositories } from "./workspace.ts";

export const GROWTHS: Readonly<Record<string, Growth>> = {
  shells,
  "dead-shells": deadShells,
  sessions,
  functions,
  variables,
  files,
  repositories,
  readers,
  text,
};
