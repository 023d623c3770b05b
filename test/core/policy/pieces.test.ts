import { describe, expect, test } from "vitest";
import { readOptions } from "../../../src/core/policy/tools/options.ts";
import { ANY, alternatives, CLASS_OPEN, DECODED, FULL, STAR } from "../../../src/core/policy/values/abstract-text.ts";
import { expandBraces } from "../../../src/core/policy/values/braces.ts";
import { activateGlobs, couldBe } from "../../../src/core/policy/values/globs.ts";
import {
  decodeEscapes,
  echoed,
  formatted,
  translated,
  unbase64,
  unhex,
} from "../../../src/core/policy/values/printing.ts";
import { hostKindOf, hostOf } from "../../../src/core/policy/zones/hosts.ts";
import { secrecyOf } from "../../../src/core/policy/zones/secrecy.ts";
import { resolvePath, zoneOf } from "../../../src/core/policy/zones/zones.ts";

const GROUND = { home: "/home/dev", workspaces: ["/home/dev/app"], hosts: ["api.example.com"] };

describe("zones", () => {
  test.each([
    ["/", "vital"],
    ["/etc/x", "vital"],
    ["/usr", "vital"],
    ["/opt", "vital"],
    ["/opt/x", "outside"],
    ["/data", "outside"],
    [`/${STAR}`, "vital"],
    [`/${ANY}`, "vital"],
    ["/home", "vital"],
    ["/home/other", "vital"],
    ["/home/other/x", "outside"],
    ["/home/dev", "home-root"],
    [`/home/dev/${STAR}`, "home-root"],
    ["/home/dev/Documents", "home-root"],
    ["/home/dev/x", "home"],
    ["/home/dev/.bashrc", "startup"],
    ["/home/dev/.local/bin/git", "startup"],
    ["/home/dev/.local/bin/mine", "home"],
    ["/home/dev/.claude/x", "guard"],
    ["/home/dev/app", "workspace-root"],
    [`/home/dev/app/${STAR}`, "workspace-root"],
    ["/home/dev/app/src", "workspace"],
    ["/home/dev/app/.git", "repository"],
    ["/home/dev/app/sub/.git", "repository"],
    ["/home/dev/app/.git/hooks/x", "guard"],
    ["/home/dev/app/sub/.git/hooks/x", "guard"],
    ["/home/dev/app/.envrc", "watched"],
    ["/home/dev/application", "home"],
    ["/tmp", "temp-root"],
    [`/tmp/${STAR}`, "temp-root"],
    ["/tmp/x", "temp"],
    ["/dev/shm/x", "temp"],
    ["/dev/null", "quiet"],
    ["/dev/sda", "device"],
    ["/dev/tcp/h/1", "network"],
    [ANY, "unknown"],
    [`${ANY}/x`, "unknown"],
    [`${ANY}/${STAR}`, "vital"],
    [`${ANY}/etc`, "vital"],
    [`${FULL}/etc`, "unknown"],
  ])("%j is %s", (path, zone) => {
    expect(zoneOf(path, GROUND)).toBe(zone);
  });

  test.each([
    ["x", "/w/x"],
    ["../x", "/x"],
    ["./a/../b//c/", "/w/b/c"],
    ["/../..", "/"],
    ["/proc/1/root/etc", "/etc"],
    ["/proc/self/root", "/"],
    ["/proc/self/cwd/../x", "/x"],
    [`${ANY}/`, `${ANY}/`],
    [`${ANY}/..`, "/"],
  ])("%j below /w is %j", (path, resolved) => {
    expect(resolvePath(path, "/w")).toBe(resolved);
  });

  test.each([
    ["/home/dev/.ssh/id_rsa", "stored"],
    ["/home/dev/.ssh/id_rsa.pub", undefined],
    ["/home/dev/.ssh/config", undefined],
    ["/home/other/.aws/credentials", "stored"],
    ["/etc/shadow", "stored"],
    ["/proc/7/environ", "stored"],
    ["/srv/x/server.key", "stored"],
    ["/home/dev/app/.env", "local"],
    ["/home/dev/app/.env.example", undefined],
    [`/home/dev/app/${STAR}.pem`, "local"],
    [`/home/dev/app/${STAR}`, undefined],
    ["/tmp/x.pem", "local"],
    ["/home/dev/app/src/a.ts", undefined],
  ])("%j is a secret: %s", (path, secrecy) => {
    expect(secrecyOf(path, GROUND)).toBe(secrecy);
  });
});

describe("hosts", () => {
  test.each([
    ["https://u:p@example.com:8080/x?y", "example.com", "other"],
    ["http://localhost:3000", "localhost", "loopback"],
    [":3000/x", "", "loopback"],
    ["http://[::1]:80/", "[::1]", "loopback"],
    ["127.0.0.1", "127.0.0.1", "loopback"],
    ["0x7f.example.com.", "0x7f.example.com", "other"],
    ["git@github.com:x/y.git", "github.com", "other"],
    ["npm.jsr.io", "npm.jsr.io", "registry"],
    ["https://API.example.com/x", "API.example.com", "listed"],
    ["http://169.254.169.254/latest", "169.254.169.254", "metadata"],
    ["https://g\u0456thub.com", "g\u0456thub.com", "look-alike"],
    [`https://${ANY}/x`, ANY, "unknown"],
    ["", "", "unknown"],
    ["localhost.evil.example", "localhost.evil.example", "other"],
  ])("%j", (target, host, kind) => {
    expect([hostOf(target), hostKindOf(target, GROUND.hosts)]).toEqual([host, kind]);
  });
});

describe("abstract text", () => {
  test.each([
    [activateGlobs("r?"), "rm", true],
    [activateGlobs("r[a-m]"), "rm", true],
    [activateGlobs("r[!a-m]"), "rm", false],
    [activateGlobs("r[^x]"), "rm", true],
    [activateGlobs("[[:alpha:]]m"), "rm", true],
    [activateGlobs("*"), "", true],
    [activateGlobs("a*b*c"), "axxbyyc", true],
    [activateGlobs("a*b*c"), "axxbyy", false],
    [ANY, "anything", true],
    [`${CLASS_OPEN}open`, "xopen", true],
    ["abc", "abcd", false],
  ])("%j could be %j: %s", (pattern, value, could) => {
    expect(couldBe(pattern, value)).toBe(could);
  });

  test("too many values become one hole", () => {
    const many = alternatives(Array.from({ length: 100 }, (_, index) => String(index)));
    expect([many.length, many.at(-1)]).toEqual([24, ANY]);
  });
});

describe("braces", () => {
  test.each([
    ["a{b,c}d", ["abd", "acd"]],
    ["{a,b}{1,2}", ["a1", "a2", "b1", "b2"]],
    ["{1..3}", ["1", "2", "3"]],
    ["{3..1}", ["3", "2", "1"]],
    ["{a..e..2}", ["a", "c", "e"]],
    ["{a,{b,c}}", ["a", "b", "c"]],
    ["{a}", ["{a}"]],
    ["{}", ["{}"]],
    ["'{a,b}'", ["'{a,b}'"]],
    ['"{a,b}"', ['"{a,b}"']],
    ["\\{a,b}", ["\\{a,b}"]],
    ["${x:-{a,b}}", ["${x:-{a,b}}"]],
    ["$(echo {a,b}){c,d}", ["$(echo {a,b})c", "$(echo {a,b})d"]],
    ["`x,{y`{a,b}", ["`x,{y`a", "`x,{y`b"]],
    ["{a,b", ["{a,b"]],
    ["{1..a}", ["{1..a}"]],
    ['{"a,b",c}', ['"a,b"', "c"]],
    ["{'a", ["{'a"]],
    ['{"a', ['{"a']],
  ])("%s", (text, words) => {
    expect(expandBraces(text)).toEqual(words);
  });

  test("too many are given up", () => {
    expect(expandBraces("{a,b}".repeat(20))).toBeUndefined();
    expect(expandBraces("{1..100000}")).toBeUndefined();
  });
});

describe("options", () => {
  test("are read as GNU reads them", () => {
    const options = readOptions(["-rfo", "x", "--out=y", "--recur", "a", "--", "-z"], "-o: --output: --recursive");
    expect([
      options.has("-r"),
      options.has("-f"),
      options.values("-o", "--output"),
      options.has("--recursive"),
      options.rest,
    ]).toEqual([true, true, ["x", "y"], true, ["a", "-z"]]);
  });

  test("end at the first operand where a wrapper's do", () => {
    expect(readOptions(["-n", "5", "cmd", "-x"], "-n:", "first").rest).toEqual(["cmd", "-x"]);
  });

  test("a missing value is empty", () => {
    expect([readOptions(["-o"], "-o:").values("-o"), readOptions(["--out"], "--out:").values("--out")]).toEqual([
      [""],
      [""],
    ]);
  });
});

describe("printing", () => {
  test("escapes, echo and printf print what bash prints", () => {
    expect(decodeEscapes("\\x41\\101\\0101\\u0042\\n\\q\\x")).toBe("AAAB\n\\q\\x");
    expect([echoed(["-n", "a", "b"]), echoed(["-ne", "\\t"]), echoed(["-E", "-e", "\\t"]), echoed([])]).toEqual([
      "a b",
      "\t",
      "\t\n",
      "\n",
    ]);
    expect(formatted("%s-%c-%x-%o-%b-%%\\n", ["ab", "cd", "255", "8", "\\t"])).toBe("ab-c-ff-10-\t-%\n");
    expect([
      formatted("%s,", ["a", "b"]),
      formatted("x", ["a"]),
      formatted("%x%o", ["q", "q"]),
      formatted("%(%F)T", []),
    ]).toEqual(["a,b,", "x", "qq", ""]);
  });

  test("decoders turn back what is there, and call the rest decoded", () => {
    expect([unbase64("aGk="), unbase64("!!"), unbase64(`a${ANY}`), unbase64("AAEC")]).toEqual([
      "hi",
      DECODED,
      DECODED + ANY,
      DECODED,
    ]);
    expect([unhex("6869"), unhex("\\x68\\x69"), unhex("zz"), unhex(ANY)]).toEqual(["hi", "hi", DECODED, DECODED + ANY]);
  });

  test("tr maps, deletes and knows its classes", () => {
    expect([
      translated("abc", "a-c", "x-z", "map"),
      translated("abc", "ab", "x", "map"),
      translated("abc", "b", "", "delete"),
      translated("aB", "[:lower:]", "[:upper:]", "map"),
      translated("a", "[:odd:]", "x", "map"),
    ]).toEqual(["xyz", "xxc", "ac", "AB", "a"]);
  });
});
