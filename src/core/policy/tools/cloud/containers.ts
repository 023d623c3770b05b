import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, type Family, type Program, runs, same, writes } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";

const RUN =
  "-v: --volume: --mount: -w: --workdir: -e: --env: --env-file: -p: --publish: --name: -u: --user: --network: --net: --entrypoint: -h: --hostname: -l: --label: --cap-add: --cap-drop: --security-opt: --device: --pid: --ipc: --uts: --userns: --cgroupns: --platform: -m: --memory: --cpus: --restart: --add-host: --dns: --gpus: --tmpfs: --ulimit: --shm-size: --link: --volumes-from: --log-driver: --log-opt: --health-cmd: --runtime: --cgroup-parent: --pull: --stop-signal: --stop-timeout: --sysctl: --volume-driver: --detach-keys: --expose: --ip: --mac-address: --annotation: --group-add: --init-path: --isolation: --read-only --privileged --rm";

/** The host side of a mount, and whether it is mounted read-only. */
function mounts(
  options: ReturnType<typeof readOptions>,
): readonly { readonly source: Text; readonly readOnly: boolean }[] {
  const volumes = options
    .values("-v", "--volume")
    .map((value) => ({ source: value.split(":")[0] ?? "", readOnly: /:ro\b/.test(value) }));
  const long = options.values("--mount").flatMap((value) => {
    const source = /(?:^|,)(?:source|src)=([^,]*)/.exec(value)?.[1];
    return source === undefined || !/type=bind/.test(value)
      ? []
      : [{ source, readOnly: /readonly|(?:^|,)ro(?:,|$)/.test(value) }];
  });
  return [...volumes, ...long];
}

const isPath = (source: Text): boolean => /^[/.~]/.test(source) || !isKnown(source);

function mountEffects(source: Text): readonly Effect[] {
  if (!isPath(source)) return [];
  if (
    /^\/+$|^\/(?:etc|root|var|boot|usr|bin|sbin|lib\w*|proc|sys|dev|home|run)(?:\/|$)|docker\.sock|containerd\.sock|podman\.sock|crio\.sock/.test(
      source,
    )
  )
    return /^\/(?:etc\/(?:localtime|timezone|hosts|resolv\.conf|ssl\/certs)|usr\/share\/|home\/[^/]+\/[^/]+)/.test(
      source,
    )
      ? [writesTo(source)]
      : [acts("container-escape", source)];
  return [writesTo(source)];
}

const writesTo = (source: Text): Effect => writes(`${source.replace(/\/$/, "")}/mounted`);

function runEffects(args: readonly Text[], runsImage: boolean): readonly Effect[] {
  const options = readOptions(args, RUN, "first");
  const effects: Effect[] = mounts(options).flatMap(({ source, readOnly }) =>
    readOnly &&
    !/^\/+$|sock$|^\/(?:etc|root|proc|home|Users)$|^\/(?:root|proc)\/|^\/etc\/(?:shadow|sudoers|ssh|ssl\/private)/.test(
      source,
    )
      ? []
      : mountEffects(source),
  );
  const dangerous =
    options.has("--privileged") ||
    options.values("--pid", "--ipc", "--uts", "--userns", "--cgroupns").some((value) => value === "host") ||
    options
      .values("--cap-add")
      .some((value) =>
        /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH|DAC_OVERRIDE|NET_ADMIN|SYS_BOOT|SYS_TIME|MAC_ADMIN|BPF|SYS_CHROOT)$/i.test(
          value,
        ),
      ) ||
    options.values("--security-opt").some((value) => /unconfined|disable/.test(value)) ||
    options.has("--device", "--device-cgroup-rule", "--volumes-from");
  if (dangerous) effects.push(acts("container-escape"));
  const [image = "", ...command] = options.rest;
  const host = /^([\w-]+(?:\.[\w-]+)+(?::\d+)?)\//.exec(image)?.[1];
  if (host !== undefined) effects.push({ kind: "fetches", from: host });
  const entry = options.values("--entrypoint");
  const argv = [...entry, ...command];
  if (runsImage && argv.length > 0) effects.push({ kind: "runs", argv, contained: true });
  return effects;
}

/** Containers are there to be started, looked at and thrown away, not to hold the host. */
const docker: Program = (call) => {
  if (isInfo(call.args)) return [];
  const global = readOptions(
    call.args,
    "-H: --host: -c: --context: --config: -l: --log-level: --tlscacert: --tlscert: --tlskey: --url: --connection: --root: -a: --address: -n: --namespace:",
    "first",
  );
  const effects: Effect[] = global
    .values("-H", "--host", "--url", "-a", "--address")
    .filter((host) => !/^unix:|localhost|127\.0\.0\.1/.test(host))
    .map((host) => ({ kind: "fetches", from: host }));
  return [...effects, ...dockerCommand(global.rest, call)];
};

function dockerCommand([command = "", ...args]: readonly Text[], call: Call): readonly Effect[] {
  const [sub = ""] = args.filter((arg) => !arg.startsWith("-"));
  switch (command) {
    case "run":
    case "create":
      return runEffects(args, true);
    case "container":
    case "image":
    case "volume":
    case "network":
    case "builder":
    case "system":
    case "context":
    case "plugin":
    case "swarm":
    case "service":
    case "stack":
    case "node":
    case "secret":
    case "config":
    case "buildx":
    case "machine":
    case "pod":
    case "manifest":
      return grouped(command, sub, args, call);
    case "exec": {
      const options = readOptions(args, "-e: --env: --env-file: -u: --user: -w: --workdir: --detach-keys:", "first");
      return [
        ...(options.has("--privileged") ? [acts("container-escape")] : []),
        ...(options.rest.length > 1 ? [{ kind: "runs", argv: options.rest.slice(1), contained: true } as const] : []),
      ];
    }
    case "rm":
    case "rmi":
    case "stop":
    case "kill":
    case "pause":
    case "restart":
    case "prune":
    case "update":
      return [acts("container-change")];
    case "pull":
    case "import":
    case "load":
      return [acts("container-change")];
    case "push":
      return [acts("publish")];
    case "login":
    case "logout":
      return [acts("change-remote")];
    case "inspect":
      return args.some((arg) => /Env/i.test(arg)) ? [acts("read-workspace-secret")] : [];
    case "cp": {
      const [source = "", target = ""] = args.filter((arg) => !arg.startsWith("-"));
      return [source.includes(":") ? writes(target) : { kind: "reads", path: source }];
    }
    case "save":
    case "export":
      return readOptions(args, "-o: --output:")
        .values("-o", "--output")
        .map((path) => writes(path));
    case "build":
      return [
        { kind: "works" },
        ...args
          .filter((arg) => /^(?:https?|git|ssh):\/\/|^git@/.test(arg))
          .map((from) => ({ kind: "fetches", from }) as const),
        ...args
          .filter((arg, index) => args[index - 1]?.startsWith("--secret") === true && /(?:src|source)=[/~]/.test(arg))
          .map(() => acts("read-workspace-secret")),
        ...(args.some((arg) => /^(?:--push)$/.test(arg)) ? [acts("publish")] : []),
        ...(args.some((arg) => /^(?:--network=host|--allow=?.*insecure)$/.test(arg)) ? [acts("container-change")] : []),
        ...(args.some((arg) => /security\.insecure|entitlement/.test(arg)) ? [acts("container-escape")] : []),
      ];
    case "unshare":
      return [runs(args)];
    case "compose":
      return compose(args);
    default:
      return [];
  }
}

function grouped(group: Text, sub: Text, args: readonly Text[], call: Call): readonly Effect[] {
  const rest = args.slice(args.indexOf(sub) + 1);
  if (group === "container" || group === "image") return dockerCommand([sub, ...rest], call);
  if (/^(?:ls|list|inspect|ps|df|info|events|logs|show|use|version|du|search|tasks)$/.test(sub)) return [];
  if (group === "system" || /^(?:rm|remove|prune|leave|reset|drop|stop)$/.test(sub))
    return [
      acts(/^(?:rm|prune|reset|remove)$/.test(sub) ? "container-change" : "container-change"),
      ...(group === "system" || group === "volume" ? [acts("destroy-remote")] : []),
    ];
  if (group === "swarm" || group === "service" || group === "stack" || group === "secret")
    return [acts("change-remote")];
  if (/insecure|device=\/(?:[,\s]|$)|device=\/(?:etc|root|home|var|usr|boot)\b|grant-all/.test(args.join(" ")))
    return [acts("container-escape")];
  if (group === "plugin") return [acts("system-install")];
  return group === "buildx" && args.includes("--push") ? [acts("publish")] : [];
}

function compose(args: readonly Text[]): readonly Effect[] {
  const options = readOptions(
    args,
    "-f: --file: -p: --project-name: --env-file: --profile: --project-directory: --ansi: --parallel:",
    "first",
  );
  const [command = "", ...rest] = options.rest;
  if (options.values("-f", "--file").some((file) => /^\/(?:dev\/fd|proc)\//.test(file)))
    return [acts("container-escape")];
  if (command === "pull") return [acts("container-change")];
  if (
    command === "config" &&
    !rest.some((arg) => /^(?:-q|--quiet|--services|--volumes|--images|--profiles|--hash.*)$/.test(arg))
  )
    return [acts("read-workspace-secret")];
  if (/^(?:down|rm)$/.test(command) && rest.some((arg) => /^(?:-v|--volumes|-s|-fsv|-fv|--rmi)/.test(arg)))
    return [acts("destroy-remote")];
  if (command === "push") return [acts("publish")];
  if (command === "exec" || command === "run") {
    const inner = readOptions(
      rest,
      "-e: --env: -u: --user: -w: --workdir: --entrypoint: -p: --publish: -v: --volume: --name: --index:",
      "first",
    );
    return [
      ...inner.values("-v", "--volume").flatMap((value) => mountEffects(value.split(":")[0] ?? "")),
      ...(inner.rest.length > 1 ? [{ kind: "runs", argv: inner.rest.slice(1), contained: true } as const] : []),
    ];
  }
  return [];
}

const bwrap: Program = ({ args }) => {
  const pairs = args.flatMap((arg, index) =>
    /^--(?:bind|dev-bind|bind-try|dev-bind-try)$/.test(arg) ? [args[index + 1] ?? ""] : [],
  );
  const at = args.indexOf("--");
  const command = at === -1 ? [] : args.slice(at + 1);
  const loose =
    at === -1
      ? args.filter(
          (arg, index) =>
            !arg.startsWith("-") &&
            !/^--(?!die-with-parent|unshare|new-session|clearenv|as-pid-1)/.test(args[index - 1] ?? "") &&
            !/^--(?:bind|ro-bind|dev-bind|symlink|setenv|bind-try|ro-bind-try|dev-bind-try|chmod|file|bind-data|ro-bind-data)$/.test(
              args[index - 2] ?? "",
            ),
        )
      : command;
  return [...pairs.flatMap(mountEffects), ...(loose.length > 0 ? [runs(loose)] : [])];
};

const escape: Program = ({ args }) =>
  isInfo(args) || /^(?:list|ps|state|version|spec|info|ls|images|features)$/.test(args[0] ?? "")
    ? []
    : [acts("container-escape")];

const lxc: Program = ({ args }) => {
  const words = args.filter((arg) => !arg.startsWith("-"));
  if (/^(?:list|ls|info|version|image)$/.test(words[0] ?? "")) return [];
  return [
    acts(/source=\/|security\.privileged|device add/.test(args.join(" ")) ? "container-escape" : "container-change"),
  ];
};

/** Places a container is given by `-v`, `-B`, `--bind` and their kin. */
const boundPlaces = (args: readonly Text[]): readonly Effect[] =>
  readOptions(args, "-v: --volume: -B: --bind: --mount: -H: --home: -w: --workdir:")
    .values("-v", "--volume", "-B", "--bind")
    .flatMap((value) => mountEffects(value.split(":")[0] ?? ""));

/** Container engines and namespaces. */
export const CONTAINERS: Family = {
  ...same("docker podman nerdctl finch", docker),
  ...same("docker-compose podman-compose", ({ args }) => compose(args)),
  ...same("runc crun youki kata-runtime ctr crictl", escape),
  buildah: ({ args }) => [
    ...(args[0] === "push" ? [acts("publish")] : args[0] === "unshare" ? [runs(args.slice(1))] : []),
    ...boundPlaces(args),
  ],
  skopeo: ({ args }) => (/^(?:copy|sync|delete)$/.test(args[0] ?? "") ? [acts("publish")] : []),
  ...same("lxc lxd incus machinectl", lxc),
  ...same("singularity apptainer", ({ args }) =>
    /^(?:exec|run|shell)$/.test(args[0] ?? "")
      ? [...boundPlaces(args), { kind: "runs", argv: args.slice(2), contained: true }]
      : [],
  ),
  bwrap,
  ...same("toolbox distrobox", ({ args }) =>
    args[0] === "run" || args[0] === "enter" ? [runs(args.slice(args.indexOf("--") + 1))] : [],
  ),
};
