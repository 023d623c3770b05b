import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that print credentials, search for them or show what the user typed. */
export const SECRET_FINDERS: readonly Tool[] = family("verbs", [
  tool(
    "docker-credential-desktop docker-credential-secretservice docker-credential-pass docker-credential-osxkeychain docker-credential-wincred docker-credential-ecr-login docker-credential-gcloud git-credential-manager git-credential-libsecret git-credential-osxkeychain",
    {
      does: [{ is: "read-secret" }],
      examples: { "read-secret": ["docker-credential-desktop list"], fine: ["docker-credential-desktop --version"] },
    },
  ),
  tool("mimipenguin linpeas linpeas.sh pspy laudanum LinEnum.sh", {
    does: [{ is: "read-secret" }],
    examples: { "read-secret": ["mimipenguin"], fine: ["mimipenguin --help"] },
  }),
  tool("atuin mcfly hstr", {
    does: [{ with: "search history export dump stats", is: "read-secret" }],
    examples: { "read-secret": ["atuin search token"], fine: ["atuin init bash"] },
  }),
]);
