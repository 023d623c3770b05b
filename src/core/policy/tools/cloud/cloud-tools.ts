import type { Tool } from "../tool-shape.ts";
import { AWS } from "./aws.ts";
import { AZURE } from "./azure.ts";
import { CLOUDS } from "./clouds.ts";
import { CONFIGURATION_MANAGERS } from "./configuration-managers.ts";
import { CONTAINER_BUILDERS } from "./containers/container-builders.ts";
import { CONTAINERS } from "./containers/containers.ts";
import { MIGRATIONS } from "./databases/migrations.ts";
import { OTHER_DATABASES } from "./databases/other-databases.ts";
import { SQL_CLIENTS } from "./databases/sql-clients.ts";
import { DEPLOYERS } from "./deployers.ts";
import { GOOGLE_CLOUD } from "./google-cloud.ts";
import { KUBERNETES } from "./kubernetes.ts";
import { MESSAGING } from "./messaging.ts";
import { OBJECT_STORES } from "./object-stores.ts";
import { SMALL_SERVICES } from "./small-services.ts";
import { INFRASTRUCTURE } from "./terraform.ts";

/** Every tool of this folder. */
export const CLOUD_TOOLS: readonly Tool[] = [
  ...INFRASTRUCTURE,
  ...KUBERNETES,
  ...AWS,
  ...GOOGLE_CLOUD,
  ...AZURE,
  ...CLOUDS,
  ...DEPLOYERS,
  ...CONFIGURATION_MANAGERS,
  ...CONTAINERS,
  ...CONTAINER_BUILDERS,
  ...SQL_CLIENTS,
  ...OTHER_DATABASES,
  ...MIGRATIONS,
  ...OBJECT_STORES,
  ...MESSAGING,
  ...SMALL_SERVICES,
];
