import type { EventLog } from '@assay/event-log';
import type { Operations } from '@assay/operations';
import type { ReadModels } from '@assay/projections';
import type { StreamOwners } from './stores/streamOwners.ts';

/** Dependencies of use cases; the api, the automation and the launcher each have one. */
export type Application = {
  eventLog: EventLog;
  operations: Operations;
  readModels: ReadModels;
  /** The account that a stream belongs to. */
  owners: StreamOwners;
};
