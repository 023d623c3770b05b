import type { Text } from "../../values/abstract-text.ts";
import { acts, type Effect } from "../effect.ts";
import { isInfo } from "../file-readers.ts";

export const words = (args: readonly Text[]): readonly Text[] => args.filter((arg) => !arg.startsWith("-"));

export const isDry = (args: readonly Text[]): boolean =>
  args.some((arg) => /^--dry-?run(?:=(?!none)|$)|^--dryrun$|^--whatif|^--what-if$|^--plan$/i.test(arg));

const DESTROYS =
  /^(?:delete|del|rm|remove|destroy|terminate|purge|drop|drain|evict|uninstall|teardown|nuke|wipe|empty|deprovision|decommission|flush|truncate|erase|revoke|rollback|undo|cancel|disable|stop|kill|abandon|deregister|detach|shutdown|prune|reset|down|force-delete|batch-delete|terminate-.*|delete-.*|remove-.*|destroy-.*|purge-.*|deregister-.*|cancel-.*|stop-.*|disable-.*|revoke-.*|reset-.*|.*-delete|.*-destroy|.*-terminate|.*:destroy|.*:delete|.*:remove|.*:reset|.*:kill|.*:rollback|.*:unset)$/i;

const PUBLISHES =
  /^(?:deploy|apply|publish|push|release|promote|upgrade|rollout|ship|submit|sync|up|launch|deploy-.*|publish-.*|.*:deploy|.*:publish|.*:promote|.*:release|.*:push)$/i;

const CHANGES =
  /^(?:create|put|set|update|edit|patch|replace|scale|autoscale|label|annotate|taint|cordon|uncordon|expose|run|start|restart|reboot|attach|add|modify|enable|grant|bind|import|import-.*|mv|move|cp|copy|upload|merge|close|reopen|comment|approve|rename|transfer|archive|fork|rotate|invoke|send|exec|execute|post|write|import|restore|rebuild|resize|migrate|link|unlink|invite|assign|create-.*|put-.*|update-.*|modify-.*|set-.*|add-.*|attach-.*|run-.*|start-.*|reboot-.*|send-.*|invoke-.*|execute-.*|authorize-.*|associate-.*|register-.*|tag-.*|copy-.*|import-.*|.*:set|.*:add|.*:create|.*:scale|.*:restart|.*:run|.*:update|.*:migrate|.*:enable)$/i;

export const READS: RegExp =
  /^(?:get|list|ls|show|describe|view|status|logs?|log|version|help|whoami|diff|top|explain|info|plan|validate|fmt|format|lint|template|search|cat|tail|watch|history|check|preview|output|graph|providers|workspace|state|api-resources|api-versions|cluster-info|wait|port-forward|config|init|login|env|inspect|ps|open|browse|completion|console|test|dev|serve|build|doctor|local|generate|download|pull|fetch|get-.*|list-.*|describe-.*|head-.*|scan|query|batch-get-.*)$/i;

const SECRETS =
  /^(?:secrets?|secretsmanager|get-secret-value|get-parameters?(?:-by-path)?|print-access-token|print-identity-token|get-session-token|assume-role|get-login-password|get-access-token|access-token|token|get-credentials|keys|list-keys|credentials|get-authorization-token|export-credentials|tokens?:.*|auth:token|kms|ssm)$/i;

/** What a cloud tool's words mean, most serious first. */
export function byVerbs(args: readonly Text[]): readonly Effect[] {
  if (isInfo(args) || args.length === 0 || isDry(args) || args.at(-1) === "--help") return [];
  const verbs = words(args).slice(0, 6);
  const secret = verbs.some((verb) => SECRETS.test(verb));
  if (secret && !verbs.some((verb) => /^(?:list|ls|describe|list-secrets|describe-.*)$/i.test(verb)))
    return [acts("read-secret")];
  const meaning = verbs.slice(0, 4);
  if (meaning.some((verb) => DESTROYS.test(verb))) return [acts("destroy-remote")];
  if (
    meaning.some((verb) => PUBLISHES.test(verb)) &&
    !meaning.some((verb) => /^(?:list|get|describe|logs|status)$/i.test(verb))
  )
    return [acts("publish")];
  if (
    meaning.some((verb) => CHANGES.test(verb)) &&
    !meaning.some((verb) => READS.test(verb) && !/^config$|^state$|^workspace$|^env$/i.test(verb))
  )
    return [acts("change-remote")];
  return [];
}
