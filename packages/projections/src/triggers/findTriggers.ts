import {
  type AccountId,
  byName,
  cronTimes,
  isOnDeploy,
  isScheduled,
  scheduleOfCron,
  type TestPlanRunId,
  type TestRunId,
  type TriggerId,
  type TriggerSlotView,
  type TriggerView,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { verdictOf } from '../testPlanRuns/planRunView.ts';
import { countsOf } from '../testRunSummaries/runCounts.ts';
import { type TriggerDocument, type TriggerSlotRecord, wasRefused } from './triggers.ts';

type Named = { id: string; name: string };

function present<Id extends string>(ids: readonly (Id | null | undefined)[]): Id[] {
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

/** The names that triggers are shown with, and how their runs ended. */
async function namesOf(collections: Collections, triggers: readonly TriggerDocument[]) {
  const settings = triggers.map((trigger) => trigger.settings);
  const runIds = triggers.flatMap(({ slots }) => slots.flatMap((slot) => [slot.testRunId, slot.blockedBy]));
  const planRunIds = triggers.flatMap(({ slots }) =>
    slots.flatMap((slot) => [slot.testPlanRunId, slot.blockedByPlanRun]),
  );
  const inAny = (ids: readonly string[]) => ({ _id: { $in: [...ids] } });
  const [projects, suites, environments, runs, plans, planRuns, builds] = await Promise.all([
    collections.projects.find(inAny(present(settings.map(({ projectId }) => projectId)))).toArray(),
    collections.testSuites.find(inAny(present(settings.map(({ testSuiteId }) => testSuiteId)))).toArray(),
    collections.environments.find(inAny(present(settings.map(({ environmentId }) => environmentId)))).toArray(),
    collections.testRunSummaries.find(inAny(present(runIds))).toArray(),
    collections.testPlans.find(inAny(present(settings.map(({ testPlanId }) => testPlanId)))).toArray(),
    collections.testPlanRuns.find(inAny(present(planRunIds))).toArray(),
    collections.builds.find(inAny(present(settings.map(({ buildId }) => buildId)))).toArray(),
  ]);
  const stageIds = present(environments.map(({ pipelineStageId }) => pipelineStageId));
  const stages = await collections.pipelineStages.find(inAny(stageIds)).toArray();
  return {
    projects: new Map(projects.map(({ _id, name }) => [_id, name])),
    suites: new Map(suites.map(({ _id, name }) => [_id, name])),
    environments: new Map(environments.map((environment) => [environment._id, environment])),
    stages: new Map(stages.map(({ _id, name }) => [_id, name])),
    runs: new Map(runs.map((run) => [run._id, run])),
    builds: new Map(builds.map(({ _id, build: { name } }) => [_id, name])),
    plans: new Map(plans.map(({ _id, name }) => [_id, name])),
    planRuns: new Map(planRuns.map((planRun) => [planRun._id, planRun])),
  };
}
type Names = Awaited<ReturnType<typeof namesOf>>;

function named(id: string | null, names: ReadonlyMap<string, string>): Named | null {
  return id === null ? null : { id, name: names.get(id) ?? id };
}

function slotViewOf(slot: TriggerSlotRecord, { runs, planRuns }: Names): TriggerSlotView {
  const { triggerSlotId, testRunId, blockedBy, testPlanRunId, blockedByPlanRun, ...facts } = slot;
  const inShort = (id: TestRunId | null): TriggerSlotView['testRun'] => {
    const run = id === null ? undefined : runs.get(id);
    if (!run) return null;
    const { number } = run.request;
    const { nothingCouldPass, passCount, flakyCount, failCount } = countsOf(run);
    return { id: run.testRunId, number, status: run.status, nothingCouldPass, passCount, flakyCount, failCount };
  };
  const planRunInShort = (id: TestPlanRunId | null): TriggerSlotView['testPlanRun'] => {
    const planRun = id === null ? undefined : planRuns.get(id);
    if (!planRun) return null;
    const { testPlanId, status } = planRun;
    return { id: planRun.testPlanRunId, testPlanId, status, passed: verdictOf(planRun) };
  };
  return {
    id: triggerSlotId,
    ...facts,
    testRun: inShort(testRunId),
    blockedBy: inShort(blockedBy),
    testPlanRun: planRunInShort(testPlanRunId),
    blockedByPlanRun: planRunInShort(blockedByPlanRun),
  };
}

function nextRunOf({ settings, enabled, archived }: TriggerDocument, now: Date): string | null {
  const { type, cron, timeZone } = settings;
  if (!enabled || archived || !isScheduled(type) || cron === null) return null;
  return cronTimes({ cron, timeZone }).after(now)?.toISOString() ?? null;
}

function viewOf(trigger: TriggerDocument, names: Names, now: Date): TriggerView {
  const { settings, lastFired } = trigger;
  const environment = settings.environmentId === null ? undefined : names.environments.get(settings.environmentId);
  const pipelineStageId = environment?.pipelineStageId ?? null;
  return {
    id: trigger.triggerId,
    name: trigger.name,
    enabled: trigger.enabled,
    archived: trigger.archived,
    ...settings,
    triggerType: settings.type,
    onDeploy: isOnDeploy(settings.type),
    schedule: settings.cron === null ? null : scheduleOfCron({ cron: settings.cron, timeZone: settings.timeZone }),
    build: named(settings.buildId, names.builds)?.name ?? null,
    pipelineStageId,
    project: named(settings.projectId, names.projects),
    testSuite: named(settings.testSuiteId, names.suites),
    testPlan: named(settings.testPlanId, names.plans),
    environment: settings.environmentId && {
      id: settings.environmentId,
      name: environment?.name ?? settings.environmentId,
    },
    pipelineStage: named(pipelineStageId, names.stages),
    createdAt: trigger.createdAt,
    changedAt: trigger.changedAt,
    lastRunAt: lastFired?.at ?? null,
    nextRunAt: nextRunOf(trigger, now),
    refusals: wasRefused(trigger) ? trigger.refusals : 0,
    slots: trigger.slots.map((slot) => slotViewOf(slot, names)),
    position: trigger.position,
    revision: String(trigger.revision),
  };
}

/** Triggers in use, by name. */
export async function findTriggers(collections: Collections, accountId: AccountId, now: Date): Promise<TriggerView[]> {
  const found = (await collections.triggers.find({ accountId, archived: false }).toArray()).sort(byName);
  const names = await namesOf(collections, found);
  return found.map((trigger) => viewOf(trigger, names, now));
}

/** @returns the trigger, even if it is archived; null when the account has no such trigger */
export async function findTrigger(
  collections: Collections,
  accountId: AccountId,
  triggerId: TriggerId,
  now: Date,
): Promise<TriggerView | null> {
  const trigger = await collections.triggers.findOne({ _id: triggerId, accountId });
  return trigger && viewOf(trigger, await namesOf(collections, [trigger]), now);
}
