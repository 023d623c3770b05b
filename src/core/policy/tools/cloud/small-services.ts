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
    also: [{ with: "reset_db", is: "destroy-remote" }],
    examples: {
      "destroy-remote": ["django-admin reset_db", "django-admin flush"],
      fine: ["django-admin check"],
    },
  }),
]);
