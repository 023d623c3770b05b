import { Slices } from "../../base/slices.ts";
import { portsOf, socketsOf } from "../../process/listening-ports.ts";
import type { ShellProcess } from "./shell-process.ts";

/** What the kernel tells of a shell. */
export type ShellLook = {
  readonly shell: ShellProcess;
  /** The bash that runs the command; undefined once it has ended. */
  readonly pid: number | undefined;
  readonly listeningPorts: readonly number[];
};

/** Looks at many shells, in slices. */
export async function lookAtShells(shells: readonly ShellProcess[]): Promise<readonly ShellLook[]> {
  const slices = new Slices();
  const seen: { readonly shell: ShellProcess; readonly pid: number | undefined }[] = [];
  const sockets: ReturnType<typeof socketsOf>[] = [];
  for (const shell of shells) {
    const processes = shell.processes();
    seen.push({ shell, pid: shell.pidAmong(processes) });
    sockets.push(socketsOf(processes));
    await slices.step();
  }
  const ports = await portsOf(sockets);
  return seen.map((one, index) => ({ ...one, listeningPorts: ports[index] ?? [] }));
}
