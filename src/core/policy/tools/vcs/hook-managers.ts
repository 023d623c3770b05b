import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that install hooks into a repository. */
export const HOOK_MANAGERS: readonly Tool[] = family("options", [
  tool("pre-commit lefthook overcommit simple-git-hooks", {
    also: [{ with: "install uninstall init-templatedir add", is: "write-watched" }],
    examples: {
      "write-watched": ["pre-commit install"],
      fine: ["pre-commit run --all-files"],
    },
  }),
  tool("husky", {
    also: [{ with: "install add set uninstall init", is: "write-watched" }],
    examples: {
      "write-watched": ["husky install"],
      fine: ["husky --version"],
    },
  }),
]);
