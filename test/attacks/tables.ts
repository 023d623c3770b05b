import { ASKING } from "./asking.ts";
import type { Attack } from "./attack.ts";
import { CLOUDS } from "./clouds.ts";
import { CONTAINERS } from "./containers.ts";
import { DESTRUCTION } from "./destruction.ts";
import { DISKS } from "./disks.ts";
import { EXHAUSTION } from "./exhaustion.ts";
import { GIT } from "./git.ts";
import { GUARD } from "./guard.ts";
import { HIDING } from "./hiding.ts";
import { LEAKING } from "./leaking.ts";
import { LOOPS } from "./loops.ts";
import { MACHINE } from "./machine.ts";
import { ORDINARY_FILES } from "./ordinary/files.ts";
import { ORDINARY_LANGUAGES } from "./ordinary/languages.ts";
import { ORDINARY_LOOPS } from "./ordinary/loops.ts";
import { ORDINARY_SERVICES } from "./ordinary/services.ts";
import { ORDINARY_SHELL } from "./ordinary/shell.ts";
import { ORDINARY_TEXT } from "./ordinary/text.ts";
import { PACKAGES } from "./packages.ts";
import { PERSISTENCE } from "./persistence.ts";
import { PUBLISHING } from "./publishing.ts";
import { REMOTE } from "./remote.ts";
import { RUNNING_CODE } from "./running-code.ts";
import { RUNNING_HELPERS } from "./running-helpers.ts";
import { RUNNING_WRAPPERS } from "./running-wrappers.ts";
import { SECRETS } from "./secrets.ts";

/** Every table, by what it holds. */
export const TABLES: Readonly<Record<string, readonly Attack[]>> = {
  asking: ASKING,
  clouds: CLOUDS,
  containers: CONTAINERS,
  destruction: DESTRUCTION,
  disks: DISKS,
  exhaustion: EXHAUSTION,
  git: GIT,
  guard: GUARD,
  hiding: HIDING,
  leaking: LEAKING,
  loops: LOOPS,
  machine: MACHINE,
  packages: PACKAGES,
  persistence: PERSISTENCE,
  publishing: PUBLISHING,
  remote: REMOTE,
  "running code": RUNNING_CODE,
  "running helpers": RUNNING_HELPERS,
  "running wrappers": RUNNING_WRAPPERS,
  secrets: SECRETS,
  "ordinary files": ORDINARY_FILES,
  "ordinary languages": ORDINARY_LANGUAGES,
  "ordinary loops": ORDINARY_LOOPS,
  "ordinary services": ORDINARY_SERVICES,
  "ordinary shell": ORDINARY_SHELL,
  "ordinary text": ORDINARY_TEXT,
};
