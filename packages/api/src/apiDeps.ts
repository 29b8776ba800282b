import type { EventLog } from '@assay/event-log';
import type { Operations } from '@assay/operations';
import type { ReadModels } from '@assay/projections';

export type ApiConfig = {
  /** Where the api keeps what it can make again: caches of repositories. */
  dataDir: string;
  /** The built web client; null: not served. */
  webDir: string | null;
  /** Shown by /health. */
  version: string;
  /** Addresses or ranges of proxies whose X-Forwarded-For is believed; of nobody's where empty. */
  trustedProxies: string[];
  /** Largest archive of a build, as it is sent. */
  buildBytes: number;
  /** pino's: fatal, error, warn, info, debug, trace or silent. */
  logLevel: string;
  /** Holds every answer against its schema before it is sent. For tests. */
  checkAnswers?: boolean;
};

/** What the api is made of; whoever opened these closes them. */
export type ApiDeps = { eventLog: EventLog; readModels: ReadModels; operations: Operations; config: ApiConfig };
