import { family, type Tool, tool } from "../tool-shape.ts";

/** Less common ways to keep, fetch and show sources. */
export const OTHER_SOURCES: readonly Tool[] = family("options", [
  tool("p4 bk fossil", {
    also: [{ with: "submit push sync", is: "publish" }],
    examples: {
      publish: ["p4 sync"],
      fine: ["p4 status"],
    },
  }),
  tool("lab", {
    also: [{ with: "release pull-request gist", is: "publish" }],
    examples: {
      publish: ["lab pull-request"],
      fine: ["lab src/a"],
    },
  }),
  tool("repo", {
    options: { shell: "-c" },
    examples: {
      power: ["repo -c reboot"],
      fine: ["repo status"],
    },
  }),
  tool("git-annex datalad dvc", {
    options: { shell: "run" },
    examples: {
      power: ["git-annex run reboot"],
      fine: ["git-annex list"],
    },
  }),
  tool("git-delta", {
    options: { shell: "--pager" },
    examples: {
      power: ["git-delta --pager reboot"],
      fine: ["git-delta src/a"],
    },
  }),
]);
