import { family, type Tool, tool } from "../tool-shape.ts";

/** Tools that open a connection through which other machines reach this one. */
export const TUNNELS: readonly Tool[] = family("usual", [
  tool(
    "ngrok cloudflared localtunnel lt bore bore-cli frpc frp chisel gost sshuttle zrok tailscale zerotier-cli pagekite inlets telebit serveo tmate teleconsole gotty ttyd wetty shellinabox rathole",
    {
      takes: "",
      stopsAtWord: true,
      does: [
        { on: "version help update login list info", without: "-*" },
        { is: "remote-shell", because: "a tunnel" },
      ],
      examples: {
        "remote-shell": ["ngrok http 80", "ngrok", "ngrok --config list"],
        fine: ["ngrok version", "ngrok list --all"],
      },
    },
  ),
]);
