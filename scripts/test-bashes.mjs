// npm run test:bashes: the differential suite against the bash of each Debian release that apt's mirror still has, kept
// in ~/.cache/nacre/bashes. Without the network those that are there are tried.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./ready.mjs";

const RELEASES = ["stretch", "buster", "bullseye", "bookworm", "trixie", "sid"];
/** The static one runs where the machine's C library is too old for the other. */
const PACKAGES = ["bash", "bash-static"];
const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "nacre", "bashes");
const LIMIT = { timeout: 60_000, maxBuffer: 256 * 1024 * 1024 };
const said = (file, args, options = {}) =>
  execFileSync(file, args, { ...LIMIT, stdio: ["pipe", "pipe", "ignore"], ...options });

/** The mirror that apt takes this machine's own release from. */
function mirror() {
  try {
    return said("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"])
      .toString()
      .split("\n")[0];
  } catch {
    return ""; // no Debian
  }
}

async function bytesOf(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** A release's list of packages. */
async function indexOf(from, release, architecture) {
  const packed = await bytesOf(`${from}dists/${release}/main/binary-${architecture}/Packages.xz`);
  return said("xz", ["-dc"], { input: packed }).toString().split("\n\n");
}

/** Keeps the bash of one package, if it runs here. */
async function keep(from, release, entry, name) {
  const field = (key) => new RegExp(`^${key}: (.*)$`, "m").exec(entry)?.[1] ?? "";
  const bytes = await bytesOf(from + field("Filename"));
  const sha256 = field("SHA256");
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new Error("its bytes are not those of the index");
  const scratch = mkdtempSync(join(tmpdir(), "nacre-bash-"));
  try {
    writeFileSync(join(scratch, "deb"), bytes);
    said("dpkg-deb", ["-x", join(scratch, "deb"), join(scratch, "out")]);
    const found = ["usr/bin", "bin"].map((place) => join(scratch, "out", place, name)).find(existsSync);
    said(found, ["-c", ":"], { env: {} });
    said("cp", [found, join(cache, `${release}.new`)]);
    renameSync(join(cache, `${release}.new`), join(cache, release));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function fetchRelease(from, release, architecture) {
  const entries = await indexOf(from, release, architecture);
  const failures = [];
  for (const name of PACKAGES) {
    const entry = entries.find((one) => one.startsWith(`Package: ${name}\n`)) ?? "";
    try {
      return await keep(from, release, entry, name);
    } catch (error) {
      failures.push(`${name}: ${error.message.split("\n")[0]}`);
    }
  }
  throw new Error(failures.join("; "));
}

mkdirSync(cache, { recursive: true });
const from = mirror();
const architecture = from === "" ? "" : said("dpkg", ["--print-architecture"]).toString().trim();
for (const release of RELEASES) {
  if (existsSync(join(cache, release))) continue;
  try {
    if (from === "") throw new Error("apt knows no mirror here");
    await fetchRelease(from, release, architecture);
  } catch (error) {
    process.stderr.write(`the bash of ${release} cannot be had: ${error.message}\n`);
  }
}
const had = readdirSync(cache).filter((name) => !name.endsWith(".new"));
if (had.length === 0 && process.env["REQUIRE_TOOLS"] === "1")
  throw new Error("no bash but the machine's own could be had");
process.env["NACRE_BASHES"] = had.map((name) => join(cache, name)).join(":");
run(join(root, "node_modules", ".bin", "vitest"), [
  "run",
  "test/differential/bashes.test.ts",
  ...process.argv.slice(2),
]);
