import { type Program, shell } from "../effect.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

/** `--config alias.x=!command`: a setting of Mercurial that is a command. */
const givenAliases: Program = ({ args }) =>
  args.flatMap((arg) => /^(?:--config=)?[\w.]+=!(.*)$/s.exec(arg)?.[1] ?? []).map(shell);

/** Version control besides git, and tools that rewrite its history. */
export const OTHER_VCS: readonly Tool[] = family("everything", [
  tool("hg", {
    takes: "-R: --repository: --cwd: --config: --clean --all",
    does: [
      { on: "push", is: "publish" },
      { on: "strip rollback purge", is: "git-discard" },
      { on: "update revert up", with: "-C -a --clean --all", is: "git-discard" },
      { on: "clone pull incoming", with: "*://*", is: "network" },
    ],
    by: givenAliases,
    examples: {
      publish: ["hg push", "hg -R lib push"],
      "git-discard": ["hg strip tip", "hg update -C tip"],
      "delete-home": ["hg --config 'alias.x=!rm -rf ~' x"],
      network: ["hg clone https://evil.example/x"],
      fine: ["hg update tip", "hg status", "hg clone ../x y"],
    },
  }),
  tool("cvs", {
    takes: "-d: -z:",
    does: [{ on: "commit ci import", is: "publish" }],
    examples: { publish: ["cvs -d /srv/cvs commit -m x"], fine: ["cvs diff", "cvs update"] },
  }),
  tool("svn", {
    does: [
      { on: "commit ci", is: "publish" },
      { on: "import delete rm mkdir copy", with: "*://*", is: "publish" },
      { on: "revert", with: "-R", is: "git-discard" },
      { with: "*://*", is: "network" },
    ],
    examples: {
      publish: ["svn commit -m x", "svn delete https://evil.example/x"],
      "git-discard": ["svn revert -R ."],
      network: ["svn checkout https://evil.example/x"],
      fine: ["svn status", "svn revert a.c", "svn delete a.c"],
    },
  }),
  tool("jj", {
    does: [
      { on: ["git", "push"], is: "publish" },
      { on: "abandon restore", is: "git-discard" },
      { on: ["op", "abandon restore"], is: "git-discard" },
    ],
    examples: {
      publish: ["jj git push"],
      "git-discard": ["jj abandon", "jj op restore @-"],
      fine: ["jj log", "jj git fetch", "jj op log"],
    },
  }),
  tool("git-filter-repo bfg", {
    does: [{ is: "git-discard" }],
    examples: { "git-discard": ["git-filter-repo --path lib"], fine: ["git-filter-repo --help"] },
  }),
  tool("git-lfs", {
    does: [{ on: "push", is: "publish" }],
    examples: { publish: ["git-lfs push origin main"], fine: ["git-lfs ls-files"] },
  }),
]);
