import { isQuotaSoft, planIncludes, runStartProblem, startTriggeredRun } from '@assay/application';
import { type AccountId, messages } from '@assay/contract';
import { testPlanRunDecider, testRunDecider, triggerDecider, triggerSlotDecider } from '@assay/domain';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

/** @returns why the plan of the account starts nothing by triggers, as after a change to a lower tier; null: it does */
async function refusedByPlan(
  { data: { testPlanRunId } }: RecordedEvent & { type: 'TriggerSlotFired' },
  deps: AutomationDeps,
  accountId: AccountId,
): Promise<string | null> {
  const needed = ['triggers', testPlanRunId ? 'testPlans' : 'ownRunners'] as const;
  const included = await Promise.all(needed.map((feature) => planIncludes(deps, accountId, feature)));
  return included.every(Boolean) ? null : messages.planLacksFeature;
}

/** @returns why the account may start nothing, or no more runs now; null: it may, or this one has been started before */
async function refusedNow(
  event: RecordedEvent & { type: 'TriggerSlotFired' },
  deps: AutomationDeps,
  accountId: AccountId,
): Promise<string | null> {
  const { testRunId, testPlanRunId } = event.data;
  const { eventLog, readModels, openRunsQuota } = deps;
  const isFull = async () => (await readModels.of(accountId).openRunCount()) >= openRunsQuota;
  const problem =
    (await refusedByPlan(event, deps, accountId)) ??
    ((await isFull()) && !(await isQuotaSoft(deps, accountId))
      ? `${messages.openRunsQuota} The limit is ${openRunsQuota}.`
      : ((await runStartProblem(deps, accountId))?.message ?? null));
  if (problem === null) return null;
  const before = testPlanRunId
    ? await eventLog.load(testPlanRunDecider, testPlanRunId)
    : testRunId && (await eventLog.load(testRunDecider, testRunId));
  return before && before.state.status !== 'none' ? null : problem;
}

async function start(event: RecordedEvent & { type: 'TriggerSlotFired' }, deps: AutomationDeps): Promise<void> {
  // Somebody who says Run Now is answered by the run itself.
  if (event.data.cause === 'person') return;
  await awaitReadModels(deps.readModels, event);
  const { triggerId, triggerSlotId, cause, dueAt, environmentId, testRunId, testPlanRunId } = event.data;
  const accountId = accountOf(event);
  const context = reactingTo(event, 'startTriggeredRuns');
  const { state } = await deps.eventLog.load(triggerDecider, triggerId);
  const message =
    state.status === 'active'
      ? ((await refusedNow(event, deps, accountId)) ??
        (await startTriggeredRun(
          deps,
          { accountId, triggerId, settings: state.settings, environmentId, started: { testRunId, testPlanRunId } },
          { ...context, actor: { kind: 'automation', id: `trigger-${triggerId}` } },
        )))
      : messages.triggerGone;
  if (message === null) return;
  const command = { type: 'refuseSlot' as const, triggerSlotId, triggerId, cause, dueAt, message };
  await deps.eventLog.handle(triggerSlotDecider, triggerSlotId, command, context);
}

/** Starts the runs of triggers that fired, each once. What cannot be started is recorded with its reason. */
export const startTriggeredRuns = policy({ name: 'startTriggeredRuns', on: ['TriggerSlotFired'], react: start });
