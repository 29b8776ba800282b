import { attemptMs, settleAttempt, unfindableMs } from '@assay/application';
import { authorizationIdOf, isIssueTracker } from '@assay/contract';
import { authorizationDecider, trackedIssuesDecider } from '@assay/domain';
import { TrackerFailure } from '@assay/integrations';
import type { AttemptToSettle } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';
import type { Job } from '../jobs/jobs.ts';
import { byItself } from '../policy.ts';
import { TrackerTurns } from './trackerTurns.ts';

const minuteMs = 60_000;
/** After a failure of a tracker that says nothing about when to ask again. */
const pauseMs = { away: 5 * minuteMs, unusable: 15 * minuteMs };
/** Issues that a tracker may have created are searched for this long. */
const unsureDays = 30;

type Deps = Pick<AutomationDeps, 'eventLog' | 'readModels' | 'log' | 'trackerFor'>;

/** A failure is free for another attempt, which searches the tracker first. */
async function endAsUnsure({ eventLog }: Deps, attempt: AttemptToSettle, reason: string): Promise<void> {
  const { accountId, projectId, trackedIssueId } = attempt;
  const refusal = { reason: reason.slice(0, 1000), unsure: true };
  const command = { type: 'refuseIssue' as const, projectId, trackedIssueId, ...refusal };
  await eventLog.handle(trackedIssuesDecider, projectId, command, byItself(accountId, 'settleIssueAttempts'));
}

async function settle(deps: Deps, attempt: AttemptToSettle, now: number): Promise<void> {
  const { accountId, projectId, trackedIssueId, provider } = attempt;
  const { eventLog } = deps;
  const known = (await eventLog.load(trackedIssuesDecider, projectId)).state.get(trackedIssueId);
  if (!known || known.status === 'created' || unfindableMs(known, now) > 0) return;
  if (!isIssueTracker(provider)) return;
  const { state } = await eventLog.load(authorizationDecider, authorizationIdOf(accountId, provider));
  if (state.status === 'none') {
    if (!attempt.unsure) await endAsUnsure(deps, attempt, 'The tracker is not connected any more');
    return;
  }
  const tracker = await deps.trackerFor(state);
  const issue = await tracker.findCreated({ intentId: trackedIssueId, projectId: known.trackerProjectId });
  await settleAttempt(eventLog, { projectId, trackedIssueId }, issue, byItself(accountId, 'settleIssueAttempts'));
}

function groupsOf(attempts: readonly AttemptToSettle[]): Map<string, AttemptToSettle[]> {
  const groups = new Map<string, AttemptToSettle[]>();
  for (const attempt of attempts) {
    const key = `${attempt.accountId} ${attempt.provider}`;
    groups.set(key, [...(groups.get(key) ?? []), attempt]);
  }
  return groups;
}

/**
 * Finds out what became of attempts to create an issue whose process died or whose answer was lost: an issue that the
 * tracker has is recorded, and a failure without one is free for the next attempt. A tracker that does not answer is
 * asked again later, and delays no other account.
 */
export function settleIssueAttempts(turns = new TrackerTurns<readonly AttemptToSettle[]>()): Job<Deps> {
  const paused = new Map<string, { until: number; reason: string }>();

  async function settleGroup(deps: Deps, key: string, attempts: readonly AttemptToSettle[], now: number) {
    for (const attempt of attempts) {
      try {
        const { until = 0, reason = '' } = paused.get(key) ?? {};
        if (until <= now) await settle(deps, attempt, now);
        else if (!attempt.unsure) await endAsUnsure(deps, attempt, reason);
      } catch (error) {
        if (!(error instanceof TrackerFailure)) throw error;
        const { kind, message: reason, retryAfterMs } = error;
        const pause = retryAfterMs ?? (kind === 'unusable' ? pauseMs.unusable : pauseMs.away);
        paused.set(key, { until: now + pause, reason });
        const { accountId, provider } = attempt;
        deps.log.info({ accountId, provider, reason }, 'an attempt to create an issue could not be settled');
        if (!attempt.unsure) await endAsUnsure(deps, attempt, reason);
      }
    }
  }

  return {
    className: 'Issues',
    functionName: 'settleIssueAttempts',
    schedule: '*/15 * * * * *',
    run: async (deps, now) => {
      const at = now.getTime();
      const attempts = await deps.readModels.attemptsToSettle({
        before: new Date(at - attemptMs).toISOString(),
        unsureSince: new Date(at - unsureDays * 24 * 60 * minuteMs).toISOString(),
      });
      await turns.take(groupsOf(attempts), (key, some) => settleGroup(deps, key, some, at), deps.log);
    },
  };
}
