import { isKnown, type Text } from "../../../values/abstract-text.ts";
import { acts, type Effect, type Program, writes } from "../../effect.ts";
import { type Options, readOptions } from "../../options.ts";

/** Directories and sockets by which a container holds the machine. */
const HOLDS_HOST =
  /^\/+$|^\/(?:etc|root|var|boot|usr|bin|sbin|lib\w*|proc|sys|dev|home|run)(?:\/|$)|docker\.sock|containerd\.sock|podman\.sock|crio\.sock/;
/** Places below those that may be mounted like any other. */
const ORDINARY = /^\/(?:etc\/(?:localtime|timezone|hosts|resolv\.conf|ssl\/certs)|usr\/share\/|home\/[^/]+\/[^/]+)/;
/** Places that are too much even to read. */
const TELLS_ALL =
  /^\/+$|sock$|^\/(?:etc|root|proc|home|Users)$|^\/(?:root|proc)\/|^\/etc\/(?:shadow|sudoers|ssh|ssl\/private)/;

const isPath = (source: Text): boolean => /^[/.~]/.test(source) || !isKnown(source);

/** What it means to give a container this place of the machine. */
export function mountEffects(source: Text): readonly Effect[] {
  if (!isPath(source)) return [];
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

/** What `-v` and `--mount` of a container that is started mean. */
export const mountedPlaces = (options: Options): readonly Effect[] =>
  [...volumes(options), ...binds(options)]
    .filter(({ source, readOnly }) => !readOnly || TELLS_ALL.test(source))
    .flatMap(({ source }) => mountEffects(source));

/** Places a container is given by `-v`, `-B`, `--bind` and their kin. */
export const boundPlaces: Program = ({ args }) =>
  readOptions(args, "-v: --volume: -B: --bind: --mount: -H: --home: -w: --workdir:")
    .values("-v", "--volume", "-B", "--bind")
    .flatMap((value) => mountEffects(value.split(":")[0] ?? ""));
