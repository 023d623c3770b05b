/** The longest message between a gateway and a worker, either way: a command of the greatest length fits, spelled out. */
export const WIRE_FRAME_BYTES: number = 8 * 1024 * 1024;
/** So much may a login shell print before the worker's first words. */
export const WIRE_NOISE_BYTES: number = 64 * 1024;
/** So much of one stream is on its way at once, in pieces of this size; more waits with the sender, up to this much. */
export const WIRE_CREDIT_BYTES: number = 256 * 1024;
export const WIRE_PIECE_BYTES: number = 64 * 1024;
export const WIRE_QUEUE_BYTES: number = 16 * 1024 * 1024;
/** What may wait for more to be said waits so long, or until it is so much; and a wait of a call is told when it lasts. */
export const WIRE_GATHER_MS = 5;
export const WIRE_GATHER_BYTES: number = 16 * 1024;
export const WAIT_TOLD_MS = 50;
/** So many asks of one side the other answers at once. */
export const WIRE_ASKS = 256;
/** Each side says so often that it lives, and gives up when it hears nothing for so many times as long: 30 s. */
export const WIRE_BEAT_MS = 5000;
export const WIRE_SILENT_BEATS = 6;
/** A machine whose worker does not answer in this time is not reached; one that nobody uses for so long is given back. */
export const MACHINE_START_MS = 120_000;
export const MACHINE_IDLE_MS = 600_000;
/** So many workers a gateway has at once, where its operator says nothing else. */
export const MOST_WORKERS = 64;
/** A worker that is told to end has so long to end what it runs, */
export const WORKER_CLOSE_MS = 10_000;
/** and what it said just before its launcher ended is heard for so long. */
export const LAST_WORDS_MS = 1000;
/** So much is kept of what a launcher says. */
export const LAUNCHER_SAID_CHARS = 2000;

/** Of what comes from a worker: so many background shells, */
export const WORKER_SHELLS = 10_000;
/** so many texts and judgements that are remembered, */
export const WORKER_TEXTS = 1000;
/** so long a text, a line and a name, */
export const WORKER_TEXT_CHARS: number = 4 * 1024 * 1024;
export const WORKER_LINE_CHARS = 4096;
export const WORKER_NAME_CHARS = 65_536;
/** so many variables, functions, arguments and processes of a session, and so many entries of data that is only shown. */
export const WORKER_ENTRIES = 100_000;
export const WORKER_DATA_ENTRIES = 10_000;
