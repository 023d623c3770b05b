import type { OwnMetadata } from "../metadata.ts";
import type { Ready } from "./machine-messages.ts";
import type { MachineOptions } from "./machine-options.ts";

/** The first namespace of processes that every Linux kernel has: a worker in it is in no container. */
const FIRST_NAMESPACE = "pid:[4026531836]";

/** Kinds that start a container. What a machine behind ssh or a job of Slurm runs in is not known here. */
const CONTAINERS: readonly MachineOptions["kind"][] = ["podman", "docker", "kubernetes"];

/** Root file systems that a container gets, and a machine does not. */
const LAYERED = /^(?:overlay|fuse-overlayfs|fuse\.fuse-overlayfs|vfs|btrfs|zfs)$/;

/**
 * What holds a command that runs without a sandbox of nacre's: a container, as far as the worker found itself in one.
 * Partial, because nobody looked at what was mounted into it, at its network and at its rights.
 */
export function heldThere({ kind }: MachineOptions, ready: Ready | undefined): OwnMetadata {
  if (ready === undefined || !CONTAINERS.includes(kind)) return {};
  const { pidNamespace, rootType } = ready;
  const isApart = pidNamespace !== "" && pidNamespace !== FIRST_NAMESPACE && LAYERED.test(rootType);
  if (!isApart) return {};
  return {
    containment: "partial",
    containment_reasons: [
      `only the container holds commands: it has processes and a root (${rootType}) of its own; what was mounted into it, its network and its rights are as it was started`,
    ],
  };
}
