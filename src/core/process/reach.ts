/** How descendants are found on this machine, and what would get away. */
export type Reach = { readonly mechanism: "pid-namespace" | "subreaper" | "process-group"; readonly misses: string };

const SUBREAPER_ARCHS = ["x64", "arm64", "riscv64"];

/**
 * What a kill reaches. Every shell hangs on a supervisor; what differs is what comes back to it.
 */
export function reachOf(options: {
  readonly sandboxed: boolean;
  readonly platform?: string;
  readonly arch?: string;
}): Reach {
  const { sandboxed, platform = process.platform, arch = process.arch } = options;
  if (sandboxed)
    return {
      mechanism: "pid-namespace",
      misses: "nothing: the kernel ends every process of the namespace with its first",
    };
  if (platform === "linux" && SUBREAPER_ARCHS.includes(arch)) {
    return {
      mechanism: "subreaper",
      misses:
        "a process that kills its own supervisor with SIGKILL and has cleared its environment: no tie and no mark is left to find it by",
    };
  }
  return {
    mechanism: "process-group",
    misses: "a process that leaves its process group and whose parent has ended (a daemon)",
  };
}
