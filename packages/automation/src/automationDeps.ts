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

/** What the automation is given. */
export type AutomationStores = { eventLog: EventLog; operations: Operations; readModels: ReadModels; log: Logger };

/** What every policy and job works with. */
export type AutomationDeps = AutomationStores & {
  recorder: Recorder;
  openRuns: OpenRuns;
  owners: StreamOwners;
  /** The address of the installation, for links in mails; without a slash at its end. */
  publicUrl: string;
  /** How many runs of an account may be unfinished when one more is started by itself. */
  openRunsQuota: number;
  /** Opens the issue tracker that an account has connected. It rejects with TrackerFailure where that cannot be used. */
  trackerFor: (authorization: ActiveAuthorization) => Promise<Tracker>;
  /** Which accounts may exceed their quotas. */
  flags: Flags;
  /** Which model is asked why tests failed; null: none is set up. */
  analysisModel: AnalysisModel | null;
  /** Who takes the money; null: billing is off. */
  payments: PaymentProcessor | null;
  /** Fires when this process stops: long calls are aborted, and repeated after the restart. */
  stopping: AbortSignal;
};
