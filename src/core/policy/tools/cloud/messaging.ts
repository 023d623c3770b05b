import { ANY } from "../../values/abstract-text.ts";
import type { Program } from "../effect.ts";
import { family, type Row, type Tool, tool } from "../tool-shape.ts";

const sendsInput: Program = ({ stdin }) => [{ kind: "sends", to: ANY, data: stdin }];

const SILENT = "listen logs config login version status";
const SENDING: Row = { by: sendsInput };

/** Tools that send messages, mails and money. */
export const MESSAGING: readonly Tool[] = family("usual", [
  tool("stripe twilio", {
    takes: "--api-key: --color: --config: --device-name: --log-level: -p: --project-name: --profile:",
    does: [{ on: SILENT }, { on: ["*", "list retrieve"] }, SENDING],
    also: [{ with: "--list profiles:list", is: "read-secret" }],
    examples: {
      network: ["stripe charges create"],
      leak: ["cat notes.txt | stripe events resend"],
      "read-secret": ["stripe config --list"],
      fine: ["stripe listen", "stripe events list --limit 3", "stripe --version"],
    },
  }),
  tool("slack discord-cli telegram-send ntfy apprise matrix-commander", {
    does: [{ on: SILENT, without: "-*" }, SENDING],
    examples: {
      network: ["slack chat send hello"],
      leak: ["cat notes.txt | slack file upload"],
      fine: ["slack status"],
    },
  }),
]);
