import { nameList } from "./name-list.ts";

/** Directories of a workspace that hold others' code, or what can be made again: nobody looks through them by hand. */
export const OTHERS_CODE: ReadonlySet<string> = new Set(
  nameList("node_modules .venv venv __pycache__ .tox .hg .svn .cache target vendor"),
);
