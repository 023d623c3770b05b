import { isKnown, type Text } from "../../../values/abstract-text.ts";
import { acts, type Effect, type Program, writes } from "../../effect.ts";
import { type Options, readOptions } from "../../options.ts";

/** Directories and sockets that give a container control of the machine. */
const HOLDS_HOST =
  /^\/+$|^\/(?:etc|root|var|boot|usr|bin|sbin|lib\w*|proc|sys|dev|home|run)(?:\/|$)|docker\.sock|containerd\.sock|podman\.sock|crio\.sock/;
/** Places below them that are harmless to mount. */
const ORDINARY = /^\/(?:etc\/(?:localtime|timezone|hosts|resolv\.conf|ssl\/certs)|usr\/share\/|home\/[^/]+\/[^/]+)/;
/** Places that count even when mounted read-only: they hold secrets or sockets. */
const TELLS_ALL =
  /^\/+$|sock$|^\/(?:etc|root|proc|home|Users)$|^\/(?:root|proc)\/|^\/etc\/(?:shadow|sudoers|ssh|ssl\/private)/;

const isPath = (source: Text): boolean => /^[/.~]/.test(source) || !isKnown(source);

/** The effects of mounting this place of the machine into a container. */
export function mountEffects(source: Text): readonly Effect[] {
  if (!isPath(source)) return [];
  if (/^~\/?$/.test(source)) return [acts("write-outside", "the home directory")];
  if (HOLDS_HOST.test(source) && !ORDINARY.test(source)) return [acts("container-escape", source)];
  return [writes(`${source.replace(/\/$/, "")}/mounted`)];
}

type Mount = { readonly source: Text; readonly readOnly: boolean };

const volumes = (options: Options): readonly Mount[] =>
  options
    .values("-v", "--volume")
    .map((value) => ({ source: value.split(":")[0] ?? "", readOnly: /:ro\b/.test(value) }));

const binds = (options: Options): readonly Mount[] =>
  options.values("--mount").flatMap((value) => {
    const source = /(?:^|,)(?:source|src)=([^,]*)/.exec(value)?.[1];
    return source === undefined || !value.includes("type=bind")
      ? []
      : [{ source, readOnly: /readonly|(?:^|,)ro(?:,|$)/.test(value) }];
  });

/** The effects of `-v` and `--mount` where a container is started. */
export const mountedPlaces = (options: Options): readonly Effect[] =>
  [...volumes(options), ...binds(options)]
    .filter(({ source, readOnly }) => !readOnly || TELLS_ALL.test(source))
    .flatMap(({ source }) => mountEffects(source));

/** Places a container is given by `-v`, `-B`, and `--bind`. */
export const boundPlaces: Program = ({ args }) =>
  readOptions(args, "-v: --volume: -B: --bind: --mount: -H: --home: -w: --workdir:")
    .values("-v", "--volume", "-B", "--bind")
    .flatMap((value) => mountEffects(value.split(":")[0] ?? ""));
