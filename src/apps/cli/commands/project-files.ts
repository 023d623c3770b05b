import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../../core/base/fault.ts";
import { codeOf } from "../../../core/base/system-error.ts";

/** The name of a project's configuration, which is read only where it is named. */
export const CONFIG_NAME = "nacre.config.json";

const CONFIG = `{
  // What commands may change. Relative to this file.
  "workspace": ".",

  // "workspace": write here and in a private /tmp only. "readonly": write nowhere. "none": no wall.
  "sandbox": "workspace",

  // "on", "off", or the hosts that may be reached: ["api.example.com", "*.example.org"]
  "network": "on",

  // "standard": unknown programs are allowed. "strict": they are asked about. "permissive": only what is denied is stopped.
  "policy": "standard",

  // Your own rules; see docs/policy.md.
  "rules": "nacre.rules.json",

  // Whatever of these ends a command is named in its result; docs/sandbox.md has more of them.
  "limits": {
    "maxShells": 64,
    "defaultTimeoutMs": 120000,
    "maxTimeoutMs": 600000
  },

  // What commands inherit: "all" (but secrets and loader variables), "core", or "none".
  "environment": { "inherit": "core", "include": [], "set": {} }
}
`;

const RULES = `{
  "allow": ["Bash(npm test)", "Bash(npm run *)"],
  "ask": ["Bash(npm publish *)"],
  "deny": [],
  "rules": [
    {
      "id": "no-prod",
      "decision": "deny",
      "reason": "Production is changed by the pipeline, not by an agent.",
      "suggestion": "Use the staging context.",
      "match": ["kubectl --context prod *"],
      "examples": { "caught": ["kubectl --context prod delete pod x"], "fine": ["kubectl --context staging get pods"] }
    }
  ],
  "hosts": []
}
`;

const FILES: readonly (readonly [string, string])[] = [
  [CONFIG_NAME, CONFIG],
  ["nacre.rules.json", RULES],
];

/** Writes a commented configuration and a rules file, never over existing ones, and tells of each whether it is new. */
export function writeProjectFiles(directory: string): readonly { readonly name: string; readonly isNew: boolean }[] {
  return FILES.map(([name, text]) => ({ name, isNew: write(join(directory, name), text) }));
}

/** Writes a new file and returns true, or false where the name exists. A dangling link counts as existing: nacre must not create the file it points to. */
function write(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { mode: 0o644, flag: "wx" });
    return true;
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault("CONFIG_INVALID", `${path} cannot be written (${why}); run nacre init where you may write`, {
      cause,
    });
  }
}
