import { queueAlerts } from './alerts/queueAlerts.ts';
import { raiseAlerts } from './alerts/raiseAlerts.ts';
import { turnOffAlerts } from './alerts/turnOffAlerts.ts';
import { answerRunAnalysis } from './analysis/answerRunAnalysis.ts';
import { answerTestAnalysis } from './analysis/answerTestAnalysis.ts';
import { settleAiUses } from './analysis/settleAiUses.ts';
import { applyBillingNotices } from './billing/applyBillingNotices.ts';
import { recordUsage } from './billing/recordUsage.ts';
import { tellCommits } from './commitStatuses/tellCommits.ts';
import { giveNotices } from './notices/giveNotices.ts';
import { dropMails } from './outbound/dropMails.ts';
import { forgetInvited } from './outbound/forgetInvited.ts';
import { mailAdministrators } from './outbound/mailAdministrators.ts';
import { queueMail } from './outbound/queueMail.ts';
import { requestMail } from './outbound/requestMail.ts';
import { queueSlackNotices } from './outbound/slackNotices.ts';
import { countUnits } from './policies/countUnits.ts';
import { detachEnvironments } from './policies/detachEnvironments.ts';
import { detachPools } from './policies/detachPools.ts';
import { endRunner } from './policies/endRunner.ts';
import { endWork } from './policies/endWork.ts';
import { exitRunners } from './policies/exitRunners.ts';
import { freeProblems } from './policies/freeProblems.ts';
import { joinRenamedTests } from './policies/joinRenamedTests.ts';
import { moveRuns } from './policies/moveRuns.ts';
import { offerWork } from './policies/offerWork.ts';
import { planRun } from './policies/planRun.ts';
import { quarantineFlaky } from './policies/quarantineFlaky.ts';
import { reopenReviews } from './policies/reopenReviews.ts';
import { supersedeRuns } from './policies/supersedeRuns.ts';
import type { Policy } from './policy.ts';
import { scheduler } from './scheduling/scheduler.ts';
import { followPlanSuites } from './testPlans/followPlanSuites.ts';
import { startPlanSuites } from './testPlans/startPlanSuites.ts';
import { stopPlanSuites } from './testPlans/stopPlanSuites.ts';
import { settleDeploys } from './triggers/settleDeploys.ts';
import { startTriggeredRuns } from './triggers/startTriggeredRuns.ts';

/** Policies that share one loop and one checkpoint. Groups neither wait for each other nor stop each other. */
export type PolicyGroup = {
  name: string;
  /** Never renamed: a group without a stored checkpoint goes on from where `core` is. */
  checkpoint: string;
  /** The group that these policies were in before: where this one begins that has no checkpoint yet. */
  takesOverFrom?: string;
  /** In the order in which they react to one event. */
  policies: readonly Policy[];
  /** Events of one account stay in order, and others do not wait for them, nor for its read models or large runs. */
  accountsApart?: true;
};

/** Until there were groups, this one checkpoint was that of all policies. */
export const coreCheckpoint = 'automation';

/**
 * Every policy, by group. Two policies belong to one group only where the order of their reactions matters.
 * - `core`: work under way. It waits for no read model and no network.
 * - `scheduling`: what may go ahead, and where. It decides from the open runs, which the automation follows by itself, so
 *   it waits for no read model either. Canceling comes before admitting.
 * - `upkeep`: what follows from settings and results, decided from read models.
 * - `usage`: what accounts have used of their plans. It waits for read models that count results.
 * - `renames`: which tests have new names. It reads whole runs, and waits for the read models of their tests.
 * - `triggers`: what starts by itself. It waits for read models, and keeps no run that is under way waiting.
 * - `testPlans`: what goes on in plan runs. It waits for read models, and keeps no run that is under way waiting.
 * - `notices`: what people are told in the product. It waits for no read model.
 * - `alerts`: what is news of runs, and to which alerts. It is decided from the log and waits for no read model.
 * - `alertMessages`: what they say. It waits for read models, where names are, and fills the outbox.
 * - `commits`: what git services are told of runs. It waits for read models, and fills the outbox.
 * - `analysis`: what a model is asked about failures. It waits for read models and for the model.
 * - `billing`: what the payment processor says about accounts. It waits for the processor.
 * - `outbound`: outgoing deliveries. It only fills the outbox, and forgets people; the sender has its own loop.
 */
export function policyGroups(): PolicyGroup[] {
  return [
    {
      name: 'core',
      checkpoint: coreCheckpoint,
      accountsApart: true,
      policies: [offerWork(), planRun, countUnits, endWork(), endRunner()],
    },
    {
      name: 'scheduling',
      checkpoint: `${coreCheckpoint}.scheduling`,
      policies: [supersedeRuns, scheduler(), moveRuns],
    },
    {
      name: 'upkeep',
      checkpoint: `${coreCheckpoint}.upkeep`,
      accountsApart: true,
      policies: [exitRunners, quarantineFlaky, detachEnvironments, detachPools, reopenReviews, freeProblems],
    },
    {
      name: 'billing',
      checkpoint: `${coreCheckpoint}.billing`,
      accountsApart: true,
      policies: [applyBillingNotices],
    },
    {
      name: 'usage',
      checkpoint: `${coreCheckpoint}.usage`,
      takesOverFrom: `${coreCheckpoint}.upkeep`,
      accountsApart: true,
      policies: [recordUsage],
    },
    {
      name: 'renames',
      checkpoint: `${coreCheckpoint}.renames`,
      takesOverFrom: `${coreCheckpoint}.upkeep`,
      accountsApart: true,
      policies: [joinRenamedTests],
    },
    {
      name: 'triggers',
      checkpoint: `${coreCheckpoint}.triggers`,
      policies: [settleDeploys, startTriggeredRuns],
    },
    {
      name: 'testPlans',
      checkpoint: `${coreCheckpoint}.testPlans`,
      policies: [startPlanSuites, followPlanSuites, stopPlanSuites],
    },
    { name: 'notices', checkpoint: `${coreCheckpoint}.notices`, policies: [giveNotices] },
    {
      name: 'alerts',
      checkpoint: `${coreCheckpoint}.alerts`,
      accountsApart: true,
      policies: [raiseAlerts()],
    },
    {
      name: 'alertMessages',
      checkpoint: `${coreCheckpoint}.alertMessages`,
      takesOverFrom: `${coreCheckpoint}.alerts`,
      accountsApart: true,
      policies: [queueAlerts, turnOffAlerts],
    },
    { name: 'commits', checkpoint: `${coreCheckpoint}.commits`, accountsApart: true, policies: [tellCommits] },
    {
      name: 'analysis',
      checkpoint: `${coreCheckpoint}.analysis`,
      accountsApart: true,
      policies: [answerRunAnalysis, answerTestAnalysis, settleAiUses],
    },
    {
      name: 'outbound',
      checkpoint: `${coreCheckpoint}.outbound`,
      policies: [requestMail, mailAdministrators, queueMail, queueSlackNotices, dropMails, forgetInvited],
    },
  ];
}
