import { basename } from "node:path";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../knowledge/guarded-places.ts";
import { OTHERS_CODE } from "../knowledge/others-code.ts";
import { HIDDEN_FILE_NAME } from "../knowledge/secret-places.ts";
import type { EntryType, Mark } from "./change.ts";

const SEALED: ReadonlySet<string> = new Set(SEALED_NAMES);

/** In a git directory, and in those of its submodules and worktrees. Git runs no hook whose name ends in `.sample`. */
const IN_GIT = new RegExp(
  `(?:^|/)\\.git/(?:modules/.+/|worktrees/[^/]+/)?(?:${GUARDED_IN_GIT.map((name) => name.replaceAll(".", "\\.")).join("|")})(?:/(?!.*\\.sample$)|$)`,
  "s",
);

/** What a user should look at before a change is kept. A directory that is new does nothing by itself. */
export function marksOf(path: string, { type, isNew }: { readonly type: EntryType; readonly isNew: boolean }): Mark[] {
  const marks: Mark[] = [];
  if (!(type === "directory" && isNew) && isGuarded(path, type)) marks.push("guarded");
  if (type === "file" && HIDDEN_FILE_NAME.test(basename(path))) marks.push("secret");
  return marks;
}

function isGuarded(path: string, type: EntryType): boolean {
  if (IN_GIT.test(path) || (basename(path) === ".git" && type !== "directory")) return true;
  const steps = path.split("/");
  const sealed = steps.findIndex((step) => SEALED.has(step));
  return sealed !== -1 && !steps.slice(0, sealed).some((step) => OTHERS_CODE.has(step));
}
