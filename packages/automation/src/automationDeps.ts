import type { EventLog } from '@assay/event-log';
import type { Operations } from '@assay/operations';
import type { ReadModels } from '@assay/projections';
import type { Logger } from 'pino';

/** What every policy and sweep works with. */
export type AutomationDeps = { eventLog: EventLog; operations: Operations; readModels: ReadModels; log: Logger };
