import { words } from "../cloud/cloud-verbs.ts";
import { acts, type Program, reads, shell } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";

export const gh: Program = (call) => {
  if (call.args.at(-1) === "--help") return [];
  const [topic = "", action = "", ...rest] = words(call.args);
  if (isInfo(call.args)) return [];
  if (topic === "auth")
    return /^(?:status)$/.test(action)
      ? call.args.some((arg) => /^(?:-t|--show-token)$/.test(arg))
        ? [acts("read-secret")]
        : []
      : [acts("read-secret")];
  if (topic === "secret" || topic === "variable" || topic === "ssh-key" || topic === "gpg-key")
    return /^list$/.test(action) ? [] : [acts("change-remote")];
  if (topic === "gist")
    return /^(?:create|edit)$/.test(action)
      ? [...rest.map((path) => reads(path)), acts("leak")]
      : action === "delete"
        ? [acts("destroy-remote")]
        : [];
  if (topic === "release")
    return /^(?:create|upload|edit)$/.test(action)
      ? [acts("publish")]
      : action.startsWith("delete")
        ? [acts("destroy-remote")]
        : [];
  if (topic === "repo")
    return /^(?:delete|archive|rename)$/.test(action)
      ? [acts("destroy-remote")]
      : action === "clone"
        ? [acts("network")]
        : /^(?:create|fork|edit|sync|deploy-key|set-default)$/.test(action)
          ? [acts("change-remote")]
          : [];
  if (topic === "api") {
    const method = readOptions(
      call.args,
      "-X: --method: -f: -F: --field: --raw-field: -H: --input: -q: --jq: -t: --template:",
    );
    const writesRemote =
      method.values("-X", "--method").some((verb) => !/^get$/i.test(verb)) ||
      method.has("-f", "-F", "--field", "--raw-field", "--input");
    return writesRemote ? [acts("change-remote")] : [];
  }
  if (topic === "alias" && action === "set")
    return call.args.includes("--shell") || rest.some((word) => word.startsWith("!"))
      ? [shell((rest.at(-1) ?? "").replace(/^!/, "")), acts("persist")]
      : [];
  if (topic === "extension") return /^(?:install|upgrade|create)$/.test(action) ? [acts("install-foreign")] : [];
  if (topic === "codespace" && /^(?:ssh|cp|delete|ports)$/.test(action)) return [acts("change-remote")];
  if (topic === "pr" && /^(?:create|comment|review|ready|edit)$/.test(action)) return [acts("change-remote")];
  if (topic === "issue" && action === "create") return [];
  if (topic === "workflow" && /^(?:run|disable|enable)$/.test(action)) return [acts("change-remote")];
  if (topic === "run" && /^(?:cancel|delete|rerun)$/.test(action)) return [acts("change-remote")];
  if (/^(?:merge|close|delete|transfer|lock|reopen|unlock|pin)$/.test(action)) return [acts("change-remote")];
  return [];
};

export const vercel: Program = ({ args }) => {
  const [command = ""] = words(args);
  if (isInfo(args) || /^(?:dev|build|ls|list|inspect|logs|whoami|link|help|projects|teams|bisect)$/.test(command))
    return [];
  if (/^(?:env)$/.test(command)) return words(args)[1] === "ls" ? [] : [acts("read-workspace-secret")];
  return /^(?:rm|remove|rollback)$/.test(command) ? [acts("destroy-remote")] : [acts("publish")];
};
