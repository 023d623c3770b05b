import { PACKAGE_SOURCES } from "../../knowledge/loader-variables.ts";
import { TAME_LOADER_VALUES } from "../../knowledge/tame-loader-values.ts";
import { isKnown, type Text } from "../values/abstract-text.ts";
import { hostKindOf } from "../zones/hosts.ts";

/** Whether a variable that makes programs load something makes them load nothing with this value. */
export function isTameValue(name: string, value: Text): boolean {
  if (value === "") return true;
  if (!isKnown(value)) return false;
  return PACKAGE_SOURCES.includes(name)
    ? isRegistry(value)
    : TAME_LOADER_VALUES.some((tame) => tame.names.test(name) && tame.value.test(value));
}

/** The registries that are asked anyway, and one on this machine. */
function isRegistry(address: Text): boolean {
  const kind = hostKindOf(address);
  return /^https:\/\/[\w.-]+(?:\/[\w./-]*)?$/.test(address) ? kind === "registry" : kind === "loopback";
}
