import { family, type Tool, tool } from "../tool-shape.ts";
import { DRY_RUN } from "./dry-run.ts";

/** Tools that upload packages and releases. */
export const RELEASES: readonly Tool[] = family("verbs", [
  tool("twine", {
    does: [{ on: "upload", is: "publish" }],
    works: true,
    examples: {
      publish: ["twine upload dist/x.whl"],
      "work-outside": ["cd /etc && twine check x"],
      fine: ["twine check dist/x.whl"],
    },
  }),
  tool("nuget", {
    does: [{ on: "push", without: DRY_RUN, is: "publish" }],
    works: true,
    examples: {
      publish: ["nuget push x.nupkg"],
      "work-outside": ["cd /etc && nuget restore"],
      fine: ["nuget restore"],
    },
  }),
  tool("vsce", {
    does: [{ on: "publish", without: DRY_RUN, is: "publish" }],
    works: true,
    examples: {
      publish: ["vsce publish"],
      "work-outside": ["cd /etc && vsce package"],
      fine: ["vsce package"],
    },
  }),
  tool("changeset", {
    does: [{ on: "publish", is: "publish" }],
    examples: { publish: ["changeset publish"], fine: ["changeset status"] },
  }),
  tool("semantic-release np release-it standard-version", {
    does: [{ without: DRY_RUN, is: "publish" }],
    examples: { publish: ["semantic-release"], fine: ["semantic-release --dry-run"] },
  }),
  tool("goreleaser", {
    does: [{ on: "release", without: "--snapshot* --skip-publish*", is: "publish" }],
    examples: { publish: ["goreleaser release --clean"], fine: ["goreleaser release --snapshot", "goreleaser check"] },
  }),
]);
