import { type AnalysisModel, type Flags, planFlags, quotasOf, streamOwners } from '@assay/application';
import type { PaymentProcessor, Position } from '@assay/contract';
import { gitAppsOf, type JiraSettings, jiraSettingsOf, openOutgoingGuard } from '@assay/integrations';
import { openRecorder, type Recorder } from '@assay/telemetry';
import type { AutomationDeps, AutomationStores } from './automationDeps.ts';
import { automationJobs } from './jobs/automationJobs.ts';
import { startJobs } from './jobs/jobs.ts';
import { endInterruptedRuns, enterHistory } from './newHistory.ts';
import { type SenderOptions, startSender } from './outbound/startSender.ts';
import { coreCheckpoint, type PolicyGroup, policyGroups } from './policyGroups.ts';
import { followOpenRuns } from './scheduling/openRuns.ts';
import { startGroup } from './startGroup.ts';
import { openTrackers } from './trackedIssues/openTrackers.ts';

/** What a start may be given beside its stores. */
export type AutomationOptions = Partial<SenderOptions> & {
  groups?: PolicyGroup[];
  publicUrl?: string;
  openRunsQuota?: number;
  flags?: Flags;
  /** Where Atlassian is, and how accounts connect Jira besides by token. */
  jira?: JiraSettings;
  analysisModel?: AnalysisModel | null;
  /** Of this process; by default one of its own. */
  recorder?: Recorder;
  payments?: PaymentProcessor | null;
};

export type Automation = {
  /** Resolves after `stop`, rejects when a group cannot go on: the process is then to be started again. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Finds out where each group goes on, and writes it down before any of them moves, so that a process which dies at once
 * changes nothing about it. A group that has no checkpoint yet takes over that of the group which its policies were in,
 * or that of `core`: until there were groups, it was the checkpoint of all policies. A checkpoint of another history is
 * replaced by the end of this one.
 */
async function placesOf(
  groups: readonly PolicyGroup[],
  deps: AutomationStores,
): Promise<ReadonlyMap<PolicyGroup, Position | 'start'>> {
  const { eventLog, operations } = deps;
  const core = await operations.checkpoints.read(coreCheckpoint);
  const places = new Map<PolicyGroup, Position | 'start'>();
  let entered: Position | 'start' | null = null;
  for (const group of groups) {
    const before = group.takesOverFrom === undefined ? null : await operations.checkpoints.read(group.takesOverFrom);
    const stored = (await operations.checkpoints.read(group.checkpoint)) ?? before ?? core;
    let place = (stored ?? 'start') as Position | 'start';
    if (stored !== null && !stored.startsWith(`${eventLog.epoch}-`)) {
      entered ??= await enterHistory(deps);
      place = entered;
    }
    places.set(group, place);
  }
  for (const [{ checkpoint }, place] of places) {
    if (place !== 'start') await operations.checkpoints.write(checkpoint, place);
  }
  return places;
}

/**
 * Runs every group of policies and every job. Only one process may do so at a time: the caller holds the lease. Events
 * come from the checkpoints on; a log of another history is not reacted to again, but from its end.
 * @param options.groups in place of the product's own, for tests
 * @param options.publicUrl the address of the installation, for links in mails
 * @param options.openRunsQuota unfinished runs that an account may have; triggers start none beyond it
 * @param options.flags which accounts may exceed their quotas; by default their plans say so
 * @param options.analysisModel which model is asked why tests failed; null: rules answer
 * @param options.payments who takes the money; null: billing is off
 * @param options.mail how mail is sent; without it, mail is kept in the outbox
 * @param options.mayAct false where another process may hold the lease by now: nothing more is sent
 * @param options.guard what addresses that people gave have to pass
 */
export async function startAutomation(
  stores: AutomationStores,
  {
    groups = policyGroups(),
    mail = null,
    guard,
    slack,
    jira = jiraSettingsOf({}),
    gitApps,
    deliveryMs,
    mayAct,
    publicUrl = 'http://localhost:3000',
    openRunsQuota = quotasOf({}).openRuns,
    flags = planFlags,
    analysisModel = null,
    recorder = openRecorder({ save: stores.operations.performanceRecords.save, log: stores.log }),
    payments = null,
  }: AutomationOptions = {},
): Promise<Automation> {
  const places = await placesOf(groups, stores);
  const openRuns = followOpenRuns(stores);
  const owners = streamOwners(stores.eventLog);
  const trackers = openTrackers(stores, {
    guard: guard ?? openOutgoingGuard([]),
    gitApps: gitApps ?? gitAppsOf({}),
    jira,
  });
  const { trackerFor } = trackers;
  const stopping = new AbortController();
  const deps: AutomationDeps = {
    ...stores,
    recorder,
    openRuns,
    owners,
    publicUrl,
    openRunsQuota,
    flags,
    trackerFor,
    analysisModel,
    payments,
    stopping: stopping.signal,
  };
  const interrupted = endInterruptedRuns(deps);
  const running = [...places].map(([group, from]) => startGroup(group, deps, from, interrupted));
  const ended = Promise.all([openRuns.ended, ...running.map((group) => group.ended), interrupted]).then(
    () => undefined,
  );
  ended.catch(() => undefined);
  const host = {
    process: 'automation' as const,
    store: stores.operations.scheduledJobs,
    recorder,
    log: stores.log,
    mayAct,
  };
  const jobs = await startJobs(automationJobs(), deps, host);
  const sender = startSender(deps, { mail, guard, slack, gitApps, deliveryMs, mayAct });
  return {
    ended,
    stop: async () => {
      stopping.abort();
      await Promise.all([
        openRuns.stop(),
        ...running.map((group) => group.stop()),
        interrupted.catch(() => undefined),
        jobs.stop(),
        sender.stop(),
      ]);
      trackers.close();
      await recorder.stop();
    },
  };
}
