import type { Row } from "../tool-shape.ts";

const SECRETS =
  "secret secrets secretsmanager get-secret-value get-parameter get-parameters get-parameter-by-path get-parameters-by-path print-access-token print-identity-token get-session-token assume-role get-login-password get-access-token access-token token get-credentials keys list-keys credentials get-authorization-token export-credentials token:* tokens:* auth:token kms ssm";

/** Verbs that list things by name and show no secret. */
const SURVEYS = "list ls describe list-secrets describe-*";

const DESTROYS =
  "delete del rm remove destroy terminate purge drop drain evict uninstall teardown nuke wipe empty deprovision decommission flush truncate erase revoke rollback undo cancel disable stop kill abandon deregister detach leave gc shutdown prune reset down clear undeploy untag unsubscribe unregister deallocate terminate-* close-* leave-* delete-* remove-* destroy-* purge-* deregister-* cancel-* stop-* disable-* revoke-* reset-* batch-delete-* *-delete *-destroy *-terminate *:destroy *:delete *:remove *:reset *:kill *:rollback *:unset *:stop *:leave *:clear *:purge";

const PUBLISHES =
  "deploy apply publish push release promote upgrade rollout ship submit sync up launch deploy-* publish-* *:deploy *:publish *:promote *:release *:push";

const CHANGES =
  "create put set update edit patch replace scale autoscale label annotate taint cordon uncordon expose run start restart reboot attach add modify enable grant bind import mv move cp copy upload merge close reopen comment approve rename transfer archive fork rotate invoke send exec execute post write restore rebuild resize migrate activate deactivate link unlink invite assign trigger create-* put-* update-* modify-* set-* add-* attach-* change-* activate-* untag-* run-* start-* reboot-* send-* invoke-* execute-* authorize-* associate-* register-* tag-* copy-* import-* *:set *:add *:create *:scale *:restart *:run *:update *:migrate *:enable *:rename *:transfer *:join *:restore *:rebuild *:put *:rotate *:resize *:import *:attach *:detach *:copy";

const LOOKS =
  "get list ls show describe view status log logs version help whoami diff top explain info plan validate fmt format lint template search cat tail watch history check preview output graph providers api-resources api-versions cluster-info wait port-forward init login inspect tree trace events stats ps open browse completion console test dev serve build doctor local generate download pull fetch get-* list-* describe-* head-* scan query batch-get-*";

/** A call that is only tried out. */
export const DRY_RUN: Row = {
  with: "--dry-run --dry-run=* --dryrun --whatif* --what-if --plan",
  without: "--dry-run=none --dry-run=false",
};

const READING_SECRETS: Row = { says: SECRETS, saysNo: SURVEYS, within: 6, is: "read-secret" };
const DESTROYING: Row = { says: DESTROYS, is: "destroy-remote" };
const PUBLISHING: Row = { says: PUBLISHES, saysNo: "list get describe logs status", is: "publish" };
const CHANGING: Row = { says: CHANGES, saysNo: LOOKS, is: "change-remote" };

const MEANINGS: readonly Row[] = [READING_SECRETS, DESTROYING, PUBLISHING, CHANGING];

/** What the words of a cloud tool mean wherever it puts its verb, most serious first. */
export const VERBS: readonly Row[] = [DRY_RUN, { with: "--help" }, ...MEANINGS];

/** The same for a tool whose verb is among its first two words. */
export const EARLY_VERBS: readonly Row[] = MEANINGS.map((row) => ({ ...row, within: 2 }));

/** Only what destroys, for a tool whose other verbs change the user's own machine. */
export const EARLY_DESTROYING: Row = { ...DESTROYING, within: 2 };

/** `list *:list` for `list`: a verb alone, and behind its topic. */
const alsoBehindTopic = (list: string): string => `${list} *:${list.replaceAll(" ", " *:")}`;

const CHANGING_UNKNOWN: Row = { is: "change-remote" };

const deploysOrDestroys = (local: string): readonly Row[] => [
  { bare: true },
  DRY_RUN,
  { on: local, saysNo: DESTROYS },
  READING_SECRETS,
  DESTROYING,
  PUBLISHING,
];

/** A tool that deploys: its local work is fine unless it destroys; an unknown verb counts as a change elsewhere. */
export const deploys = (local: string): readonly Row[] => [
  ...deploysOrDestroys(local),
  { says: LOOKS, within: 3 },
  CHANGING_UNKNOWN,
];

/** A tool that writes a verb behind its topic, `config:set`: a local topic is fine where the verb changes nothing. */
export const deploysByTopic = (local: string): readonly Row[] => [
  ...deploysOrDestroys(local),
  CHANGING,
  { on: `${local.replaceAll(" ", ":* ")}:*` },
  { says: alsoBehindTopic(LOOKS), within: 3 },
  CHANGING_UNKNOWN,
];
