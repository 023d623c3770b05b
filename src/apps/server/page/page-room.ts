import type { Socket } from "node:net";
import type { AnsweredHosts } from "../door/check-origin.ts";
import { BrowserSignIns } from "./browser-sign-ins.ts";
import { OneTimeLink } from "./one-time-link.ts";
import { PageApi } from "./page-api.ts";
import { PageDoor } from "./page-door.ts";
import { loadPageFiles } from "./page-files.ts";
import { createPageRoutes, type PageHandler } from "./page-routes.ts";
import { announceAddress, linkTo } from "./served-address.ts";
import { WatchedHosts } from "./watched-hosts.ts";

export type PageSettings = {
  readonly stateDir: string;
  readonly version: string;
  readonly hosts: AnsweredHosts;
  readonly onKnown: (connection: Socket) => void;
};

/** The page of one server. */
export type PageRoom = {
  readonly handle: PageHandler;
  /** Says where it is served from now on, and makes the link that signs a browser in. */
  open(url: string): string;
  close(): void;
};

export function createPage({ stateDir, version, hosts: answered, onKnown }: PageSettings): PageRoom {
  const hosts = new WatchedHosts(stateDir);
  const signIns = new BrowserSignIns(stateDir);
  const link = new OneTimeLink(stateDir);
  const api = new PageApi({ hosts, stateDir, version });
  const door = new PageDoor(signIns, answered, onKnown);
  let takeBack = (): void => undefined;
  return {
    handle: createPageRoutes({ door, signIns, link, files: loadPageFiles(), api }),
    open: (url) => {
      takeBack = announceAddress(stateDir, url);
      return linkTo(url, link.make());
    },
    close: () => {
      takeBack();
      api.close();
    },
  };
}
