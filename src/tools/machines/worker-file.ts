import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Fault } from "../../core/base/fault.ts";

/** Where the worker's file lies beside this module: bundled as a library, as a command, or by itself. */
const PLACES = ["./worker.cjs", "../worker.cjs", "../../worker.cjs", "../../../worker.cjs", "../../../dist/worker.cjs"];

/**
 * What `node -e` runs there: reads eight bytes with the length, then the worker itself, and hands it the rest of its stdin.
 * Nothing is written there. Without single quotes, because a shell may read it.
 */
export const BOOT: string = [
  'const f=require("fs"),M=require("module"),w=new Int32Array(new SharedArrayBuffer(4)),',
  "r=n=>{const b=Buffer.alloc(n);for(let o=0;o<n;)try{const g=f.readSync(0,b,o,n-o,null);if(!g)process.exit(1);o+=g}",
  'catch(e){if(e.code!=="EAGAIN")throw e;Atomics.wait(w,0,0,5)}return b},',
  's=require("zlib").gunzipSync(r(Number(r(8).readBigUInt64BE()))).toString(),',
  'm=new M("nacre-worker");m.paths=[];m._compile(s,"/nacre-worker.cjs")',
].join("");

let packed: Buffer | undefined;

/** The worker as it goes over a pipe, behind its length. Read and packed once. */
export function carriedWorker(): Buffer {
  if (packed !== undefined) return packed;
  const file = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (file === undefined) throw new Fault("MACHINE_UNREACHABLE", "the worker's file is not beside nacre; build it");
  const bytes = gzipSync(readFileSync(file));
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes.length));
  packed = Buffer.concat([length, bytes]);
  return packed;
}
