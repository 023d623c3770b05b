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
  tool("gh-pages cpan-upload", {
    does: [{ without: DRY_RUN, is: "publish" }],
    examples: { publish: ["gh-pages -d dist"], fine: ["gh-pages --help", "gh-pages -d dist --no-push"] },
  }),
  tool("dput dput-ng copr-cli altool notarytool iTMSTransporter", {
    does: [
      { with: "--list* --status* list* status* history info log --validate-app --simulate -s" },
      { with: "*", is: "publish" },
    ],
    examples: { publish: ["dput ppa:me/x x.changes"], fine: ["dput", "dput --simulate ppa:me/x x.changes"] },
  }),
  tool("cosign notation", {
    does: [{ on: "sign attest attach copy", without: "--upload=false", is: "publish" }],
    examples: {
      publish: ["cosign sign --yes ghcr.io/a/b"],
      fine: ["cosign verify ghcr.io/a/b", "cosign sign --upload=false x"],
    },
  }),
  tool("osc", {
    does: [{ on: "commit ci submitrequest sr submitreq delete rdelete copypac linkpac", is: "publish" }],
    examples: { publish: ["osc commit -m x"], fine: ["osc status", "osc build"] },
  }),
  tool("ghp-import", {
    takes: "-p -n -f -m: -r: -b:",
    does: [{ with: "-p --push", is: "publish" }],
    examples: { publish: ["ghp-import -np build"], fine: ["ghp-import -n build"] },
  }),
  tool("goreleaser", {
    does: [{ on: "release", without: "--snapshot* --skip-publish*", is: "publish" }],
    examples: { publish: ["goreleaser release --clean"], fine: ["goreleaser release --snapshot", "goreleaser check"] },
  }),
]);
