import { describe, expect, test } from "vitest";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";
import { hostKindOf } from "../../../../src/core/policy/zones/hosts.ts";

const GROUND = { home: "/home/dev", workspaces: ["/home/dev/app"], hosts: ["api.example.com"] };

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
    ["https://hackage.haskell.org/package/aeson", "hackage.haskell.org", "registry"],
    ["https://unpkg.com.evil.example/x", "unpkg.com.evil.example", "other"],
    ["https://docs.rs/serde", "docs.rs", "documents"],
    ["https://evil.docs.rs", "evil.docs.rs", "other"],
    ["https://API.example.com/x", "API.example.com", "listed"],
    ["http://169.254.169.254/latest", "169.254.169.254", "metadata"],
    ["https://g\u0456thub.com", "g\u0456thub.com", "look-alike"],
    [`https://${ANY}/x`, ANY, "unknown"],
    ["", "", "unknown"],
    ["localhost.evil.example", "localhost.evil.example", "other"],
  ])("%j", (target, host, kind) => {
    expect(hostKindOf(target, GROUND.hosts)).toBe(kind);
    // A host of no special kind is told by the list that names it.
    const isPlain = ["other", "registry", "documents", "listed"].includes(kind);
    if (isPlain) expect(hostKindOf(target, [host.toLowerCase()])).toBe("listed");
  });
});
