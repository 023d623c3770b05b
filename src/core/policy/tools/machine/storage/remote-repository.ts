import { FILE, type Text } from "../../../values/abstract-text.ts";
import type { Program } from "../../effect.ts";

const REMOTE = /:\/\/|^s?ftp:|^\w+:[\w.-]+[:/]|@[\w.-]+:/;

/** The machine in an address such as `sftp:user@host:/path`. */
const hostOf = (address: Text): Text =>
  address.includes("://") ? address : address.replace(/^(?:sftp|rest|s3|b2|gs|azure|rclone):/, "");

/** Files go to each repository that lies on another machine. */
export const sendsToRepository: Program = ({ args }) =>
  args
    .filter((arg) => REMOTE.test(arg) && !arg.startsWith("file:"))
    .map((address) => ({ kind: "sends", to: hostOf(address), data: FILE }));
