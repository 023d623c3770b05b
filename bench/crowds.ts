/** Workspaces with much in them, made cheaply. */
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Empty files, a hundred in each directory, twenty directories in each of those above. */
export function makeFiles(workspace: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const directory = join(workspace, `part${Math.floor(index / 2000)}`, `d${Math.floor(index / 100) % 20}`);
    if (index % 100 === 0) mkdirSync(directory, { recursive: true });
    closeSync(openSync(join(directory, `file${index % 100}.txt`), "w"));
  }
}

/** Repositories without a commit: what git itself needs to call them one, and a hook's place. */
export function makeRepositories(workspace: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const git = join(workspace, `group${Math.floor(index / 20)}`, `repository${index}`, ".git");
    for (const name of ["objects", "refs/heads", "hooks"]) mkdirSync(join(git, name), { recursive: true });
    writeFileSync(join(git, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(git, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  }
}
