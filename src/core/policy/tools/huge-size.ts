import type { Text } from "../values/abstract-text.ts";

/** Whether a size as GNU tools write it is one that no work needs: 100 gigabytes or more. */
export const isHuge = (size: Text): boolean => {
  const match = /^[+]?(\d+(?:\.\d+)?)\s*([KMGTPE]?)i?B?$/i.exec(size);
  if (match === null) return false;
  const unit = "KMGTPE".indexOf((match[2] ?? "").toUpperCase());
  return Number(match[1]) * (match[2] === "" ? 1 : 1024 ** (unit + 1)) >= 100 * 1024 ** 3;
};
