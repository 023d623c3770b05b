import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools of services of which few words are known. */
export const SMALL_SERVICES: readonly Tool[] = family("options", [
  tool("teller", {
    also: [{ with: "secrets export configs read env show", is: "read-secret" }],
    examples: {
      "read-secret": ["teller secrets"],
      fine: ["teller src/a"],
    },
  }),
  tool("sendgrid", {
    also: [{ with: "--list profiles:list", is: "read-secret" }],
    examples: {
      "read-secret": ["sendgrid --list"],
      fine: ["sendgrid src/a"],
    },
  }),
  tool("buildctl", {
    also: [{ with: "security.insecure network.host", is: "container-escape" }],
    examples: {
      "container-escape": ["buildctl security.insecure"],
      fine: ["buildctl src/a"],
    },
  }),
  tool("django-admin", {
    also: [
      {
        with: "drop db:migrate:reset db:reset db:drop db:truncate_all ecto.drop ecto.reset flush reset_db",
        is: "destroy-remote",
      },
    ],
    examples: {
      "destroy-remote": ["django-admin db:migrate:reset"],
      fine: ["django-admin check"],
    },
  }),
]);
