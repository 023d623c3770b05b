import { ANY, FILE, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Family, type Program, reads, runs, same, shell } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import { gh, vercel } from "../vcs/forges.ts";
import { byVerbs, isDry, READS, words } from "./cloud-verbs.ts";

const verbTool: Program = ({ args }) => byVerbs(args);

const kubectl: Program = (call) => {
  const options = readOptions(
    call.args,
    "-n: --namespace: --context: --cluster: --user: --kubeconfig: -o: --output: -l: --selector: -f: --filename: -k: --kustomize: -c: --container: --image: --overrides: -s: --server: --token: --as: --field-selector: --tail: --since: -p: --patch: --type: --from-literal: --from-file: --port: --timeout: --grace-period: --dry-run:",
    "anywhere",
  );
  const [command = "", what = ""] = options.rest;
  if (isDry(call.args) || isInfo(call.args)) return [];
  const text = call.args.join(" ");
  if (/privileged|hostPID|hostNetwork|hostPath|hostIPC|nsenter/i.test(text)) return [acts("container-escape")];
  if (/^(?:get|describe)$/.test(command) && /(?:^|,|\/)secrets?(?:\/|,|$)/.test(what))
    return options.has("-o", "--output") || command === "describe" ? [acts("read-secret")] : [acts("read-secret")];
  if (command === "config")
    return /^(?:view)$/.test(what)
      ? call.args.includes("--raw")
        ? [acts("read-secret")]
        : []
      : /^(?:get-contexts|current-context|get-clusters)$/.test(what)
        ? []
        : [acts("change-remote")];
  if (/^(?:delete|drain|evict)$/.test(command)) return [acts("destroy-remote")];
  if (
    /^(?:apply|create|replace|patch|edit|rollout|scale|autoscale|set|expose|label|annotate|taint|cordon|uncordon|run|debug|attach|certificate)$/.test(
      command,
    )
  )
    return command === "rollout" && /^(?:status|history)$/.test(what)
      ? []
      : [acts(/^(?:apply|replace|rollout|set)$/.test(command) ? "publish" : "change-remote")];
  if (command === "exec") {
    const at = call.args.indexOf("--");
    const inner = at === -1 ? [] : call.args.slice(at + 1);
    return [
      ...(inner.length > 0 ? [{ kind: "runs", argv: inner, contained: true } as const] : []),
      acts("change-remote"),
    ];
  }
  if (command === "cp") return [acts("change-remote")];
  if (command === "proxy" && /0\.0\.0\.0/.test(text)) return [acts("network")];
  return [];
};

const terraform: Program = ({ args }) => {
  const [command = "", sub = ""] = words(args).filter(
    (word) => word !== "run-all" && word !== "run" && word !== "stack",
  );
  if (command === "apply" && args.includes("-destroy")) return [acts("destroy-remote")];
  if (/^(?:destroy|taint|untaint|force-unlock)$/.test(command)) return [acts("destroy-remote")];
  if (/^(?:apply|import|refresh)$/.test(command)) return [acts("publish")];
  if (command === "state" && /^(?:rm|mv|push|replace-provider)$/.test(sub)) return [acts("destroy-remote")];
  if (command === "workspace" && sub === "delete") return [acts("destroy-remote")];
  if (/^(?:login|logout)$/.test(command)) return [acts("read-secret")];
  if (command === "output" && args.includes("-raw")) return [acts("read-workspace-secret")];
  if (command === "console" || command === "providers") return [];
  return [];
};

const aws: Program = ({ args, stdin }) => {
  const options = readOptions(
    args,
    "--profile: --region: --output: --query: --endpoint-url: --cli-input-json: --filters: --bucket: --key: --body: --acl:",
  );
  const [service = "", action = "", ...rest] = options.rest;
  if (isDry(args) || isInfo(args)) return [];
  if (service === "configure") return /^(?:list|list-profiles)$/.test(action) ? [] : [acts("read-secret")];
  if (service === "s3" || service === "s3api") {
    if (/^(?:cp|mv|sync)$/.test(action)) {
      const target = rest.at(-1) ?? "";
      const sources = rest.slice(0, -1).filter((path) => !path.startsWith("s3:"));
      if (!target.startsWith("s3:")) return [acts("network"), { kind: "writes", path: target }];
      const effects: Effect[] = sources.map((path) => ({ kind: "reads", path, recursive: true }));
      return [...effects, acts(stdin === "" ? "change-remote" : "leak")];
    }
    if (/^(?:rm|rb|delete-.*)$/.test(action)) return [acts("destroy-remote")];
    if (/^(?:put-object)$/.test(action))
      return [acts("change-remote"), ...options.values("--body").map((path) => reads(path))];
    return /^(?:ls|presign|head-.*|get-.*|list-.*)$/.test(action) ? [] : [acts("change-remote")];
  }
  if (service === "ssm" && /^(?:start-session|send-command)$/.test(action)) return [acts("change-remote")];
  if (service === "ecr" && action.startsWith("get-login")) return [acts("read-secret")];
  if (service === "sts" && /^(?:assume-role.*|get-session-token|get-federation-token)$/.test(action))
    return [acts("read-secret")];
  if (service === "sts" || /^(?:describe|list)-/.test(action)) return [];
  if (
    (service === "secretsmanager" && action === "get-secret-value") ||
    (service === "ssm" && action.startsWith("get-parameter")) ||
    (service === "kms" && action === "decrypt") ||
    (service === "iam" && action === "create-access-key")
  )
    return [acts("read-secret")];
  if (service === "logs" && /^(?:tail|filter-log-events|get-.*)$/.test(action)) return [];
  if (service === "cloudformation" && /^(?:deploy|create-stack|update-stack|execute-change-set)$/.test(action))
    return [acts("publish")];
  return byVerbs([service, action].filter((word) => word !== ""));
};

const gcloud: Program = (call) => {
  const line = words(call.args).join(" ");
  if (
    /auth (?:application-default )?print-|auth print|config config-helper|secrets versions access|iam service-accounts keys create|kms decrypt|auth login|auth activate/.test(
      line,
    )
  )
    return [acts("read-secret")];
  if (/\bssh\b|\bscp\b/.test(line)) return [acts("change-remote")];
  return byVerbs(call.args);
};

const az: Program = (call) => {
  const line = words(call.args).join(" ");
  if (
    /account get-access-token|keyvault secret (?:show|download)|storage account keys list|acr login|ad sp create|ad sp credential|cosmosdb keys|keys list|show-connection-string/.test(
      line,
    )
  )
    return [acts("read-secret")];
  return byVerbs(call.args);
};

/** Local work by its first word, unless a later word destroys; anything else changes what runs elsewhere. */
const deployer =
  (local: RegExp): Program =>
  ({ args }) => {
    const [command = ""] = words(args);
    if (isInfo(args) || isDry(args) || args.length === 0) return [];
    const meaning = byVerbs(args);
    if (meaning.some((effect) => effect.kind === "acts" && effect.rule === "destroy-remote")) return meaning;
    if (local.test(command) || (meaning.length === 0 && local.test(command.split(":", 1)[0] ?? ""))) return [];
    const looks = words(args)
      .slice(0, 3)
      .some((word) => READS.test(word) || READS.test(word.split(":").at(-1) ?? ""));
    return meaning.length > 0 || looks ? meaning : [acts("change-remote")];
  };

const ansible: Program = ({ args, name }) => {
  if (isInfo(args) || args.some((arg) => /^(?:--check|-C|--syntax-check|--list-\w+)$/.test(arg))) return [];
  const module = readOptions(
    args,
    "-m: --module-name: -a: --args: -i: --inventory: -e: --extra-vars: -l: -u: -t:",
  ).values("-a", "--args");
  return [
    acts(name === "ansible-vault" ? "read-workspace-secret" : "publish"),
    ...(args.some((arg) => /localhost/.test(arg)) ? module.map(shell) : []),
  ];
};

/** Clouds, clusters, forges and what deploys to them. */
export const CLOUD: Family = {
  ...same("kubectl oc k microk8s.kubectl", kubectl),
  k3s: ({ args }) => (args[0] === "kubectl" ? [runs(args)] : [acts("system-change")]),
  ...same("minikube k3d kubeadm eksctl kops", ({ args }) => [
    ...byVerbs(
      words(args)
        .filter((word) => !/^(?:start|get|config)$/.test(word))
        .slice(0, 2),
    ).filter((effect) => effect.kind === "acts" && effect.rule === "destroy-remote"),
    ...insideMachine(args),
  ]),
  kind: ({ args }) => (args[0] === "delete" ? [acts("destroy-remote")] : []),
  helm: deployer(
    /^(?:list|ls|template|lint|show|search|status|get|history|diff|dependency|dep|repo|version|env|package|create|pull|test|verify|completion)$/,
  ),
  ...same(
    "helmfile argocd flux istioctl linkerd skaffold tilt werf kustomize",
    deployer(/^(?:template|lint|build|diff|list|get|version|check|dev|render|analyze|status|edit)$/),
  ),
  ...same("terraform tofu terragrunt", terraform),
  ...same(
    "pulumi cdk cdktf sam chalice copilot eb sst amplify up",
    deployer(
      /^(?:preview|stack|config|ls|list|synth|diff|init|version|login|logs|build|local|validate|doctor|whoami|new|dev|about|plugin)$/,
    ),
  ),
  aws,
  ...same("gcloud gsutil bq", gcloud),
  gsutil: ({ args }) => {
    const [action = "", ...rest] = words(args);
    if (/^(?:cp|mv|rsync)$/.test(action))
      return [
        ...rest
          .slice(0, -1)
          .filter((path) => !path.startsWith("gs:"))
          .map((path) => reads(path)),
        acts("change-remote"),
      ];
    return /^(?:rm|rb)$/.test(action)
      ? [acts("destroy-remote")]
      : /^(?:ls|cat|stat|du)$/.test(action)
        ? []
        : [acts("change-remote")];
  },
  az,
  ...same(
    "doctl linode-cli hcloud scw ibmcloud oci aliyun tccli vultr-cli exo upctl civo openstack nova cinder neutron glance ovhcloud yc",
    verbTool,
  ),
  ...same(
    "heroku fly flyctl railway render netlify surge now dokku cap capistrano fab",
    deployer(
      /^(?:logs|status|ps|info|list|apps|config|releases|whoami|login|version|dev|build|open|doctor|local|help|dash|platform|regions|deploys)$/,
    ),
  ),
  vercel,
  ...same(
    "firebase serverless sls supabase wrangler convex eas expo-cli fastlane codemagic-cli",
    deployer(
      /^(?:emulators|serve|dev|login|init|projects|list|offline|package|print|info|tail|whoami|types|start|status|gen|functions:shell|build|test|lane|doctor|config)$/,
    ),
  ),
  gh,
  glab: gh,
  ...same("tea gitea jira linear-cli", verbTool),
  ...same(
    "ansible ansible-playbook ansible-pull ansible-vault salt salt-call puppet chef-client knife cfengine",
    ansible,
  ),
  vagrant: (call) => [
    ...deployer(/^(?:status|global-status|ssh-config|up|ssh|validate|version|box|init|plugin|port)$/)(call),
    ...insideMachine(call.args),
  ],
  packer: ({ args }) => (args[0] === "build" ? [acts("publish")] : []),
  ...same("nomad consul boundary waypoint", verbTool),
  ...same("mc s3cmd s5cmd b2 azcopy", ({ args }) => cloudCopy(args)),
  ...same("stripe twilio slack discord-cli telegram-send ntfy apprise matrix-commander", ({ args, stdin }) =>
    isInfo(args) || /^(?:listen|logs|config|login|version|status)$/.test(args[0] ?? "")
      ? []
      : [{ kind: "sends", to: ANY, data: stdin }],
  ),
};

/** What is run in a virtual machine is lost there only, but its state may be the user's. */
const insideMachine = (args: readonly Text[]): readonly Effect[] =>
  args[0] === "ssh" && args.some((arg) => /\brm\b|\bsudo\b|\bmkfs|\bdd\b|\bshutdown\b/.test(arg))
    ? [acts("change-remote")]
    : [];

const cloudCopy = (args: readonly Text[]): readonly Effect[] => {
  const [action = "", ...rest] = words(args);
  if (/^(?:cp|put|sync|mirror|upload|upload-file|copy|pipe)$/.test(action))
    return [...rest.slice(0, -1).map((path) => reads(path)), { kind: "sends", to: ANY, data: FILE }];
  return /^(?:rm|del|rb|remove|delete)/.test(action)
    ? [acts("destroy-remote")]
    : /^(?:ls|list|cat|stat|head|info|du|get|download)/.test(action)
      ? []
      : [acts("change-remote")];
};
