import type { AnalysisModel, Flags, StreamOwners } from '@assay/application';
import type { PaymentProcessor } from '@assay/contract';
import type { ActiveAuthorization } from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import type { Tracker } from '@assay/integrations';
import type { Operations } from '@assay/operations';
import type { ReadModels } from '@assay/projections';
import type { Recorder } from '@assay/telemetry';
import type { Logger } from 'pino';
import type { OpenRuns } from './scheduling/openRuns.ts';

/** Dependencies of the automation. */
export type AutomationStores = { eventLog: EventLog; operations: Operations; readModels: ReadModels; log: Logger };

/** Dependencies of every policy and job. */
export type AutomationDeps = AutomationStores & {
  recorder: Recorder;
  openRuns: OpenRuns;
  owners: StreamOwners;
  /** Base URL of the installation for links in mails, without a trailing slash. */
  publicUrl: string;
  /** Maximum number of unfinished runs of an account; no further run is started automatically. */
  openRunsQuota: number;
  /** Opens the account's connected issue tracker. Rejects with TrackerFailure when it is unavailable. */
  trackerFor: (authorization: ActiveAuthorization) => Promise<Tracker>;
  /** Which accounts may exceed their quotas. */
  flags: Flags;
  /** The model that explains test failures; null: none is configured. */
  analysisModel: AnalysisModel | null;
  /** The payment processor; null: billing is off. */
  payments: PaymentProcessor | null;
  /** Aborts when this process stops: long calls are canceled, and repeated after the restart. */
  stopping: AbortSignal;
};
