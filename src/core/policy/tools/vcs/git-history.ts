import { acts, type Program } from "../effect.ts";
import { readOptions } from "../options.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

const CHECKOUT = "-b: -B: --orphan: --conflict: --pathspec-from-file: --force --ours --theirs";

/** Files behind a revision, or that git finds by a pattern of its own (`'*.ts'`), lose what was not committed. */
const checksOutFiles: Program = ({ args }) => {
  const { rest } = readOptions(args, CHECKOUT);
  return rest.length > 1 || rest.some((word) => word.includes("*")) ? [acts("git-discard")] : [];
};

/** Commands of git that throw work away: changes, commits, branches, tags. */
export const GIT_HISTORY: readonly Tool[] = family("everything", [
  tool("reset", {
    takes: "--pathspec-from-file: --hard --merge --keep --soft --mixed",
    does: [{ with: "--hard --merge --keep", is: "git-discard" }],
    examples: {
      "git-discard": ["git reset --hard HEAD~1", "git -C lib reset --har", "git -c core.pager=cat reset --keep HEAD~3"],
      fine: ["git reset HEAD~1", "git reset --soft HEAD~1", "git reset --help"],
    },
  }),
  tool("clean", {
    takes: "-e: --exclude: --force --interactive --dry-run",
    does: [{ with: "-f -i --force --interactive", without: "-n --dry-run", is: "git-discard" }],
    examples: { "git-discard": ["git clean -xdf", "git clean --force"], fine: ["git clean -nxdf", "git clean"] },
  }),
  tool("checkout", {
    takes: CHECKOUT,
    does: [
      { with: "-f --force -B --ours --theirs --pathspec-from-file", is: "git-discard" },
      { with: "-b --orphan" },
      { with: "-- . :/ ./*", is: "git-discard" },
      { by: checksOutFiles },
    ],
    examples: {
      "git-discard": [
        "git checkout -f main",
        "git checkout -B main origin/main",
        "git checkout -- src/a.ts",
        "git checkout HEAD ./src",
        "git checkout '*.ts'",
        "git checkout HEAD~2 src/a.ts",
      ],
      fine: ["git checkout main", "git checkout -b topic", "git checkout -b topic -- ."],
    },
  }),
  tool("restore", {
    takes: "-s: --source: --pathspec-from-file: --conflict: --staged --worktree",
    does: [{ with: "--staged -S", without: "--worktree -W" }, { is: "git-discard" }],
    examples: {
      "git-discard": ["git restore src/a.ts", "git restore -SW .", "git restore --staged --worktree ."],
      fine: ["git restore --staged src/a.ts"],
    },
  }),
  tool("switch", {
    takes: "-c: -C: --create: --force-create: --orphan: --conflict: --force --discard-changes",
    does: [{ with: "-f -C --force --force-create --discard-changes", is: "git-discard" }],
    examples: {
      "git-discard": [
        "git switch -C main origin/main",
        "git switch --force-create main",
        "git switch --discard-changes main",
      ],
      fine: ["git switch main", "git -C lib switch -c topic"],
    },
  }),
  tool("branch", {
    takes: "--force",
    does: [{ with: "-D -M -C -f --force", is: "git-discard" }],
    examples: {
      "git-discard": ["git branch -D topic", "git branch --delete --force topic"],
      fine: ["git branch", "git branch -d topic", "git -C lib branch topic"],
    },
  }),
  tool("stash", {
    takes: "-m: --message:",
    does: [{ on: "drop clear", is: "git-discard" }],
    examples: { "git-discard": ["git stash drop", "git stash clear"], fine: ["git stash -m clear", "git stash pop"] },
  }),
  tool("tag", {
    takes: "-m: -F: -u: --message: --file: --local-user: --delete --force",
    does: [{ with: "-d -f --delete --force", is: "git-discard" }],
    examples: {
      "git-discard": ["git tag -d v1", "git tag -fa v1 -m first"],
      fine: ["git tag", "git tag -a v1 -mfixed"],
    },
  }),
  tool("reflog", {
    does: [{ on: "expire delete", is: "git-discard" }],
    examples: { "git-discard": ["git reflog expire --expire=now --all"], fine: ["git reflog", "git reflog show"] },
  }),
  tool("prune", {
    does: [{ without: "-n --dry-run", is: "git-discard" }],
    examples: { "git-discard": ["git prune"], fine: ["git prune -n"] },
  }),
  tool("gc repack", {
    does: [{ with: "--prune*", is: "git-discard" }],
    examples: { "git-discard": ["git gc --prune=now"], fine: ["git gc --auto"] },
  }),
  tool("update-ref", {
    takes: "-m: --stdin --delete",
    does: [
      { with: "-d --delete --stdin", is: "git-discard" },
      { on: ["*", "*"], is: "git-discard" },
    ],
    examples: {
      "git-discard": ["git update-ref -d refs/heads/topic", "git update-ref refs/heads/main HEAD~3"],
      fine: ["git update-ref --no-deref HEAD"],
    },
  }),
  tool("symbolic-ref", {
    takes: "-m: --delete",
    does: [{ with: "-d --delete", is: "git-discard" }],
    examples: { "git-discard": ["git symbolic-ref -d HEAD"], fine: ["git symbolic-ref HEAD"] },
  }),
  tool("rebase", {
    takes: "-x: --exec: --onto: -s: -X: -C: --interactive --root",
    does: [{ with: "-i --interactive --root", is: "git-discard" }],
    options: { shell: "-x --exec" },
    examples: {
      "git-discard": ["git rebase -i HEAD~3"],
      "delete-home": ["git rebase -x 'rm -rf ~' main", "git rebase --exe='rm -rf ~' main"],
      fine: ["git rebase main", "git rebase -x 'npm test' main"],
    },
  }),
  tool("filter-branch", {
    does: [{ is: "git-discard" }],
    options: {
      shell:
        "--setup --tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter --tag-name-filter",
    },
    examples: {
      "git-discard": ["git filter-branch --subdirectory-filter lib"],
      "delete-home": ["git filter-branch --tree-filter 'rm -rf ~'"],
      fine: ["git filter-branch --help"],
    },
  }),
  tool("filter-repo", {
    does: [{ is: "git-discard" }],
    examples: { "git-discard": ["git filter-repo --path lib"], fine: ["git filter-repo --help"] },
  }),
  tool("worktree", {
    takes: "-b: -B: --reason: --force",
    does: [
      { on: "remove", with: "-f --force", is: "git-discard" },
      { on: "remove", operands: "deletes" },
      { on: "add", operands: "creates" },
    ],
    examples: {
      "git-discard": ["git worktree remove -f wt"],
      "write-vital": ["git worktree add /etc/x main"],
      "delete-outside": ["git worktree remove ../other"],
      fine: ["git worktree list", "git worktree remove wt", "git worktree add wt main"],
    },
  }),
  tool("rm", {
    takes: "--pathspec-from-file: --cached",
    does: [{ with: "--cached" }, { operands: "deletes" }],
    examples: { "delete-workspace": ["git rm -r ."], fine: ["git rm --cached -r .", "git rm src/a.ts"] },
  }),
  tool("read-tree", {
    takes: "--reset",
    does: [{ with: "-u --reset", is: "git-discard" }],
    examples: { "git-discard": ["git read-tree -mu HEAD"], fine: ["git read-tree HEAD"] },
  }),
  tool("checkout-index", {
    takes: "--force",
    does: [{ with: "-f --force", is: "git-discard" }],
    examples: { "git-discard": ["git checkout-index -af"], fine: ["git checkout-index -a"] },
  }),
  tool("notes replace", {
    takes: "-m: -F: --delete --force",
    does: [{ with: "remove prune -d -f --delete --force", is: "git-discard" }],
    examples: { "git-discard": ["git notes remove HEAD", "git notes -fd abc"], fine: ["git notes list"] },
  }),
  tool("annex", {
    does: [{ on: "drop dropunused forget uninit move", is: "git-discard" }],
    examples: { "git-discard": ["git annex drop --all"], fine: ["git annex whereis"] },
  }),
]);
