import type { Text } from "../values/abstract-text.ts";

/** Whether a size in the notation of GNU tools is 100 gigabytes or more: no ordinary work needs that. */
export const isHuge = (size: Text): boolean => {
  const match = /^[+]?(\d+(?:\.\d+)?)\s*([KMGTPE]?)i?B?$/i.exec(size);
  if (match === null) return false;
  const unit = "KMGTPE".indexOf((match[2] ?? "").toUpperCase());
  return Number(match[1]) * (match[2] === "" ? 1 : 1024 ** (unit + 1)) >= 100 * 1024 ** 3;
};
