import { expect, test } from "vitest";
import { isNamedIn, removalWords } from "../../../../src/core/sandbox/guard/removal-words.ts";

const isLifted = (command: string, path: string): boolean => isNamedIn(removalWords(command), `/w/s/${path}`, "/w/s");

test.each([
  ["rm -rf lib", "lib/.git"],
  ["rm -rf lib", "lib/.git/hooks"],
  ["rm -rf lib", "lib/.vscode"],
  ["rm -rf lib", "a/lib/.git"],
  ["rm -rf ./lib/", "lib/.git/config"],
  ["rm -rf lib/.git", "lib/.git/config"],
  ["rm -rf /w/s/lib", "lib/.git"],
  ["cd x && rm -rf ../lib", "lib/.git"],
  ["rm -rf 'lib' other", "lib/.git"],
  ["rm -rf l*", "lib/.git"],
  ["rm -rf a/?ib", "a/lib/.git"],
  ["mv lib elsewhere", "lib/.git"],
  ["find lib -delete", "lib/.git"],
  ["python3 -c \"import shutil; shutil.rmtree('lib')\"", "lib/.git"],
  ["git worktree remove ../side", "side/.git"],
  ["git worktree prune", ".git/worktrees/side/commondir"],
])("%s names %s", (command, path) => {
  expect(isLifted(command, path)).toBe(true);
});

test.each([
  ["rm -rf other; cd lib && npm test", "lib/.git"],
  ["echo lib", "lib/.git"],
  ["rm -rf lib2", "lib/.git"],
  ["rm -rf lib/node_modules", "lib/.git"],
  ["rm -rf .git", "lib/.git"],
  ["rm -rf .git/hooks", "lib/.git/hooks"],
  ["rm -rf .git", ".git/config"],
  ["rm -rf *", ".git/config"],
  ["rm -rf hooks", "lib/.git/hooks"],
  ["rm -rf $DIR", "lib/.git"],
  ["rm -rf /w/s", "lib/.git"],
  ["rm -rf side", ".git/worktrees/side"],
  ["echo worktree", ".git/worktrees/side"],
])("%s does not name %s", (command, path) => {
  expect(isLifted(command, path)).toBe(false);
});
