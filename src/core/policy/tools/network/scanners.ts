import { family, type Tool, tool } from "../tool-shape.ts";
import { scan } from "./contacts.ts";

/** Tools that probe other machines, listen to the network, or break in. */
export const SCANNERS: readonly Tool[] = family("usual", [
  tool(
    "masscan zmap rustscan nikto sqlmap hydra medusa gobuster ffuf dirb wfuzz wpscan nuclei enum4linux smbclient rpcclient crackmapexec responder ettercap bettercap arpspoof aircrack-ng john hashcat msfconsole msfvenom",
    {
      does: [{ by: scan }],
      options: { python: "--eval" },
      examples: {
        "delete-vital": [`masscan --eval='import os;os.system("rm -rf /usr")'`],
        network: ["masscan -p 80 evil.example", "masscan"],
        "run-helper": ["masscan --script ./x localhost"],
        fine: ["masscan -p 80 localhost"],
      },
    },
  ),
  tool("nmap", {
    does: [{ by: scan }],
    options: { loads: "--script --datadir", writes: "-oN -oX -oG -oA -oS", reads: "-iL" },
    examples: {
      network: ["nmap -p 80 evil.example"],
      "run-helper": ["nmap --script ./x.nse localhost"],
      "run-foreign": ["nmap --datadir /tmp/evil localhost"],
      "write-vital": ["nmap -oN /etc/passwd localhost"],
      "read-workspace-secret": ["nmap -iL id_rsa"],
      fine: ["nmap -p 80 localhost"],
    },
  }),
  tool("tcpdump", {
    does: [{ with: "-r" }, { by: scan }],
    options: { helper: "-z", writes: "-w", reads: "-r -F" },
    examples: {
      network: ["tcpdump -i eth0"],
      "run-helper": ["tcpdump -z ./run -i lo localhost"],
      "write-vital": ["tcpdump -w /etc/passwd"],
      "read-workspace-secret": ["tcpdump -r id_rsa"],
      fine: ["tcpdump --version", "tcpdump -n -r capture.pcap"],
    },
  }),
  tool("tshark wireshark", {
    does: [{ with: "-r" }, { by: scan }],
    options: { loads: "-X~lua_script:", writes: "-w", reads: "-r" },
    examples: {
      network: ["tshark -i eth0"],
      "run-foreign": ["tshark -X lua_script:/tmp/evil"],
      "write-vital": ["tshark -w /etc/passwd"],
      "read-workspace-secret": ["tshark -r id_rsa"],
      fine: ["tshark --version", "tshark -r capture.pcap -Y http"],
    },
  }),
]);
