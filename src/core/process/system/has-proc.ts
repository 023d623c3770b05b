import { hostVariable } from "../environment.ts";

/**
 * Whether the kernel tells by files: of processes, their directories and descriptors, what they wait for. Linux does; macOS
 * does not, and NACRE_PROCESS_TABLE=ps does without them on Linux too, for tests (docs/platforms.md).
 */
export const HAS_PROC: boolean = process.platform === "linux" && hostVariable("NACRE_PROCESS_TABLE") !== "ps";
