import { expect, test } from "vitest";
import { prints, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { wget } from "../../../../../src/core/policy/tools/network/wget.ts";
import { DOWNLOAD, FILE, OUTPUT } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

const URL = "https://a.example/x.sh";

test.each([
  [`wget ${URL}`, [{ kind: "fetches", from: URL }, writes("./x.sh", DOWNLOAD), prints("")]],
  [`wget -P lib ${URL}`, [{ kind: "fetches", from: URL }, writes("lib/x.sh", DOWNLOAD), prints("")]],
  [`wget -O y ${URL}`, [{ kind: "fetches", from: URL }, writes("y", DOWNLOAD), prints("")]],
  [`wget -qO- ${URL}`, [{ kind: "fetches", from: URL }, prints(DOWNLOAD)]],
  ["wget -O- localhost", [{ kind: "fetches", from: "localhost" }, prints(OUTPUT)]],
])("%s", (line, effects) => {
  expect(wget(callOf(line))).toEqual(effects);
});

test.each([
  ["--post-data=a", "a"],
  ["--header=b", "b"],
  ["--post-file=c", FILE],
])("%s goes out", (option, data) => {
  expect(wget(callOf(`wget ${option} ${URL}`))[0]).toEqual({ kind: "sends", to: URL, data });
});
