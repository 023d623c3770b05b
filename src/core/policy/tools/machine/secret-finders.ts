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
  tool(
    "mimipenguin mimipenguin.sh mimipenguin.py linpeas linpeas.sh pspy pspy32 pspy64 laudanum LinEnum LinEnum.sh lse.sh linux-exploit-suggester.sh laZagne laZagne.py keysniffer logkeys unix-privesc-check",
    {
      does: [{ is: "read-secret" }],
      examples: { "read-secret": ["mimipenguin"], fine: ["mimipenguin --help"] },
    },
  ),
  tool("atuin mcfly hstr", {
    does: [{ with: "search history export dump stats", is: "read-secret" }],
    examples: { "read-secret": ["atuin search token"], fine: ["atuin init bash"] },
  }),
]);
