import type { Tool } from "../tool.ts";
import { CONTAINER_BUILDERS } from "./containers/container-builders.ts";
import { CONTAINERS } from "./containers/containers.ts";
import { MIGRATIONS } from "./databases/migrations.ts";
import { OTHER_DATABASES } from "./databases/other-databases.ts";
import { SQL_CLIENTS } from "./databases/sql-clients.ts";
import { SMALL_SERVICES } from "./small-services.ts";
import { INFRASTRUCTURE } from "./terraform.ts";

/** Every tool of this folder. */
export const CLOUD_TOOLS: readonly Tool[] = [
  ...INFRASTRUCTURE,
  ...CONTAINERS,
  ...CONTAINER_BUILDERS,
  ...SQL_CLIENTS,
  ...OTHER_DATABASES,
  ...MIGRATIONS,
  ...SMALL_SERVICES,
];
