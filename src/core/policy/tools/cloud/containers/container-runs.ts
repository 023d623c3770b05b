import type { Text } from "../../../values/abstract-text.ts";
import { acts, type Call, type Effect, type Program, reads, runs, writes } from "../../effect.ts";
import { writtenIn } from "../../file-readers.ts";
import { type Options, readOptions } from "../../options.ts";
import { isListed, wordsOf } from "../../word-list.ts";
import { mountEffects, mountedPlaces } from "./container-mounts.ts";

/** Options of a container engine before its command. */
export const ENGINE =
  "-H: --host: -c: --context: --config: -l: --log-level: --tlscacert: --tlscert: --tlskey: --url: --connection: --root: -a: --address: -n: --namespace:";
/** The same of compose. */
export const COMPOSE =
  "-f: --file: -p: --project-name: --env-file: --profile: --project-directory: --ansi: --parallel:";
/** Groups whose commands may also be written without them: `docker container run`. */
export const PLAIN_GROUPS = "container image";

const RUN =
  "-v: --volume: --mount: -w: --workdir: -e: --env: --env-file: -p: --publish: --name: -u: --user: --network: --net: --entrypoint: -h: --hostname: -l: --label: --cap-add: --cap-drop: --security-opt: --device: --pid: --ipc: --uts: --userns: --cgroupns: --platform: -m: --memory: --cpus: --restart: --add-host: --dns: --gpus: --tmpfs: --ulimit: --shm-size: --link: --volumes-from: --log-driver: --log-opt: --health-cmd: --runtime: --cgroup-parent: --pull: --stop-signal: --stop-timeout: --sysctl: --volume-driver: --detach-keys: --expose: --ip: --mac-address: --annotation: --group-add: --init-path: --isolation: --read-only --privileged --rm";
const EXEC = "-e: --env: --env-file: -u: --user: -w: --workdir: --detach-keys:";
const COMPOSE_RUN = "-e: --env: -u: --user: -w: --workdir: --entrypoint: -p: --publish: -v: --volume: --name: --index:";

/** Capabilities by which a container can escape. */
const STRONG =
  /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH|DAC_OVERRIDE|NET_ADMIN|SYS_BOOT|SYS_TIME|MAC_ADMIN|BPF|SYS_CHROOT)$/i;

/** The arguments behind the command of an engine. */
function behindCommand({ args }: Call): readonly Text[] {
  const { rest } = readOptions(args, ENGINE, "first");
  if (!isListed(rest[0] ?? "", PLAIN_GROUPS)) return rest.slice(1);
  return rest.slice(rest.findIndex((arg, at) => at > 0 && !arg.startsWith("-")) + 1);
}

const inside = (argv: readonly Text[]): readonly Effect[] =>
  argv.length === 0 ? [] : [{ kind: "runs", argv, contained: true }];

/** Whether a container is started without its isolation. */
const isOpen = (options: Options): boolean =>
  options.has("--privileged", "--device", "--device-cgroup-rule", "--volumes-from") ||
  options.values("--pid", "--ipc", "--uts", "--userns", "--cgroupns").includes("host") ||
  options.values("--cap-add").some((capability) => STRONG.test(capability)) ||
  options.values("--security-opt").some((value) => /unconfined|disable/.test(value));

/** `run` and `create`: what the container is given, where its image comes from, what it runs. */
export const startedContainer: Program = (call) => {
  const options = readOptions(behindCommand(call), RUN, "first");
  const [image = "", ...command] = options.rest;
  const host = /^([\w-]+(?:\.[\w-]+)+(?::\d+)?)\//.exec(image)?.[1];
  return [
    ...mountedPlaces(options),
    ...options.values("--env-file").map((path) => ({ kind: "reads", path, unseen: true }) as const),
    ...(isOpen(options) ? [acts("container-escape")] : []),
    ...(host === undefined ? [] : [{ kind: "fetches", from: host } as const]),
    ...inside([...options.values("--entrypoint"), ...command]),
  ];
};

export const enteredContainer: Program = (call) => {
  const options = readOptions(behindCommand(call), EXEC, "first");
  return [...(options.has("--privileged") ? [acts("container-escape")] : []), ...inside(options.rest.slice(1))];
};

/** `cp`: what stands before a colon is a container. */
export const copiedFile: Program = (call) => {
  const [source = "", target = ""] = behindCommand(call).filter((arg) => !arg.startsWith("-"));
  return [source.includes(":") || !target.includes(":") ? writes(target) : reads(source)];
};

/** `build`: works on the directory, which may lie elsewhere. */
export const builtImage: Program = (call) => {
  const args = behindCommand(call);
  const sources = args.filter((arg) => /^(?:https?|git|ssh):\/\/|^git@/.test(arg));
  return [{ kind: "works" }, ...sources.map((from) => ({ kind: "fetches", from }) as const)];
};

/** `compose` of an engine is the tool of that name. */
export const composed: Program = (call) => [runs(["docker-compose", ...behindCommand(call)])];

/** An engine on another machine, by its address or by the name of its context. */
export const remoteEngine: Program = (call) => {
  const { values, rest } = readOptions(call.args, ENGINE, "first");
  const hosts = [...values("-H", "--host", "--url", "-a", "--address"), ...(call.environment.get("DOCKER_HOST") ?? [])];
  const contexts = [...values("-c", "--context"), ...(call.environment.get("DOCKER_CONTEXT") ?? [])];
  const isElsewhere = contexts.some((context) => !OWN_CONTEXT.test(context));
  const words = rest.filter((word) => !word.startsWith("-")).slice(0, 3);
  return [
    ...hosts
      .filter((host) => host !== "" && !/^unix:|localhost|127\.0\.0\.1/.test(host))
      .map((from) => ({ kind: "fetches", from }) as const),
    ...(isElsewhere && !words.some((word) => isListed(word, SHOWS))
      ? [acts("change-remote", "the machine of another context")]
      : []),
  ];
};

/** Contexts of an engine on this machine. */
const OWN_CONTEXT = /^(?:|default|rootless|desktop-\w+|orbstack|colima[\w-]*|lima[\w-]*|minikube)$/;
const SHOWS = "ps ls list images logs inspect info version stats top events history search port df config context";

/** The files in which compose looks for services when no option names one. */
const COMPOSE_FILES = wordsOf("compose.yaml compose.yml docker-compose.yml docker-compose.yaml");

/** The services of the files that the text wrote or hands in; those of a pipe cannot be read. */
export const services: Program = (call) => {
  const named = readOptions(call.args, COMPOSE, "first").values("-f", "--file");
  const pipes = named.filter((file) => /^\/(?:dev\/fd|proc)\//.test(file));
  const written = writtenIn(named.length === 0 ? COMPOSE_FILES : named, call);
  const given = named.includes("-") || named.includes("/dev/stdin") ? [call.stdin] : [];
  return [...pipes.map(() => acts("container-escape")), ...[...written, ...given].flatMap(serviceEffects)];
};

/** Lines that start a service without its isolation. */
const OPEN_SERVICE =
  /^[^\S\n]*(?:privileged\s*:\s*["']?(?:true|yes|on)|(?:pid|ipc|uts|userns_mode|cgroup)\s*:\s*["']?host)\b/im;
/** What a service is given of the machine: `- /etc:/x`, `["/:/host"]`, `source: /`. */
const GIVEN_PLACE = /(?:^|[\s"'[,])(?:source\s*:\s*["']?([/~.][^\s"',\]]*)|([/~.][^\s:"',[\]]*):\/)/g;

const serviceEffects = (text: Text): readonly Effect[] => [
  ...(OPEN_SERVICE.test(text) ? [acts("container-escape")] : []),
  ...[...text.matchAll(GIVEN_PLACE)].flatMap(([, source, mounted]) => mountEffects(source ?? mounted ?? "")),
];

/** `exec` and `run` of compose. */
export const enteredService: Program = ({ args }) => {
  const { rest } = readOptions(args, COMPOSE, "first");
  const options = readOptions(rest.slice(1), COMPOSE_RUN, "first");
  return [
    ...options.values("-v", "--volume").flatMap((value) => mountEffects(value.split(":")[0] ?? "")),
    ...inside(options.rest.slice(1)),
  ];
};
