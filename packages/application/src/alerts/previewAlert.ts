import type {
  AccountId,
  AlertId,
  AlertKind,
  AlertPreview,
  AlertSettings,
  HeldBackReason,
  Position,
} from '@assay/contract';
import { type AlertWatchState, alertWatchDecider } from '@assay/domain';
import type { Application } from '../application.ts';
import { fitsAlert } from './fitsAlert.ts';

const day = 24 * 3_600_000;
/** The period of the preview, and its maximum number of runs, newest first. */
const looked = { days: 30, runs: 2_000 };

/**
 * Tries an alert on the runs of the last 30 days, with the decider used for real ones. First failures count at the end
 * of their runs.
 * @returns what it would have sent and suppressed, oldest first
 */
export async function previewAlert(
  { readModels }: Pick<Application, 'readModels'>,
  accountId: AccountId,
  settings: AlertSettings,
  now: Date,
): Promise<AlertPreview> {
  const from = new Date(now.getTime() - looked.days * day).toISOString();
  const fits = (run: Parameters<typeof fitsAlert>[1]) => fitsAlert(settings, run);
  const { runs, isCut } = await readModels.of(accountId).alertedRuns({ from, limit: looked.runs, fits });
  const watches = new Map<string, AlertWatchState>();
  const preview: AlertPreview = { from, to: now.toISOString(), runCount: runs.length, isCut, sent: [], heldBack: [] };
  for (const [index, { endTime: at, status, ...run }] of runs.entries()) {
    const watch = watches.get(run.environmentId) ?? alertWatchDecider.initialState();
    const position = `preview-${String(index + 1).padStart(20, '0')}` as Position;
    const watched = { ...run, status, at, position, ended: true };
    const command = {
      type: 'watchRun' as const,
      alertId: 'preview' as AlertId,
      settings,
      changedAt: '',
      silenced: false,
    };
    const events = alertWatchDecider.decide({ ...command, run: watched }, watch);
    watches.set(run.environmentId, events.reduce(alertWatchDecider.evolve, watch));
    for (const event of events) {
      const { testRunId } = event.data;
      if (event.type === 'AlertRaised') preview.sent.push({ at, testRunId, kind: event.data.kind as AlertKind });
      if (event.type === 'AlertHeldBack') {
        preview.heldBack.push({ at, testRunId, reason: event.data.reason as HeldBackReason });
      }
    }
  }
  return preview;
}
