import { describe, expect, test } from "vitest";
import { STAR } from "../../../../src/core/policy/values/abstract-text.ts";
import { secrecyOf } from "../../../../src/core/policy/zones/secrecy.ts";

const GROUND = { home: "/home/dev", workspaces: ["/home/dev/app"], hosts: ["api.example.com"] };

describe("secrecy", () => {
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
