import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { waitUntil } from "../support/wait-until.ts";
import { daemon, done } from "./system.ts";

type Node = { readonly kill: () => void };

/** A cluster of four nodes on this machine, ended with the suite. */
export async function startCluster(dir: string, conf: string): Promise<ReadonlyMap<string, Node>> {
  const socket = await startMunge(dir);
  const [port, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()];
  const names = ports.map((_, index) => `n${index + 1}`);
  const host = hostname();
  const lines = [
    "ClusterName=t",
    `SlurmctldHost=${host}(127.0.0.1)`,
    `SlurmctldPort=${port}`,
    "AuthType=auth/munge",
    `AuthInfo=socket=${socket}`,
    "SlurmUser=root",
    "SlurmdUser=root",
    `StateSaveLocation=${dir}/ctld`,
    `SlurmdSpoolDir=${dir}/%n`,
    `SlurmctldPidFile=${dir}/ctld.pid`,
    `SlurmdPidFile=${dir}/%n.pid`,
    `SlurmctldLogFile=${dir}/ctld.log`,
    `SlurmdLogFile=${dir}/%n.log`,
    "ProctrackType=proctrack/linuxproc",
    "TaskPlugin=task/none",
    "SelectType=select/cons_tres",
    "SelectTypeParameters=CR_Core",
    "ReturnToService=2",
    "MpiDefault=none",
    "SwitchType=switch/none",
    "JobAcctGatherType=jobacct_gather/none",
    "SlurmdParameters=config_overrides",
    "KillWait=5",
    ...names.map(
      (name, index) =>
        `NodeName=${name} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${ports[index]} CPUs=64 Sockets=1 CoresPerSocket=64 ThreadsPerCore=1 RealMemory=1000 State=UNKNOWN`,
    ),
    "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES",
  ];
  writeFileSync(conf, `${lines.join("\n")}\n`);
  for (const name of ["ctld", ...names]) mkdirSync(join(dir, name));
  const env = { SLURM_CONF: conf };
  daemon("slurmctld", ["-D", "-f", conf], env);
  const nodes = new Map<string, Node>();
  for (const name of names) {
    const child = daemon("slurmd", ["-D", "-N", name, "-f", conf], env);
    nodes.set(name, { kill: () => child.kill("SIGKILL") });
  }
  await waitUntil(
    "four idle nodes",
    () => {
      try {
        return done("sinfo", ["-h", "-N", "-o", "%N %t"], env).match(/ idle$/gm)?.length === names.length;
      } catch {
        return false; // the controller does not answer yet
      }
    },
    120_000,
  );
  return nodes;
}

/** munge with a key and a socket of its own. */
async function startMunge(dir: string): Promise<string> {
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(done("id", [flag, "munge"])));
  const place = join(dir, "munge");
  mkdirSync(place);
  writeFileSync(join(place, "key"), randomBytes(128));
  for (const path of [join(place, "key"), place]) chownSync(path, uid ?? 0, gid ?? 0);
  chmodSync(join(place, "key"), 0o400);
  const socket = join(place, "socket");
  const files = [`--key-file=${place}/key`, "-S", socket, `--pid-file=${place}/pid`];
  const logs = [`--log-file=${place}/log`, `--seed-file=${place}/seed`];
  daemon("setpriv", [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    "/usr/sbin/munged",
    "-F",
    "-f",
    ...files,
    ...logs,
  ]);
  await waitUntil("munge to listen", () => existsSync(socket));
  return socket;
}
