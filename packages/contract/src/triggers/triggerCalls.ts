import { Type } from 'typebox';
import { AuditEntry } from '../auditTrail/auditEntry.ts';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { TriggerId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { RunTriggerAnswer, RunTriggerRequest, TriggerBody, TriggerView } from './triggerViews.ts';

const triggerParams = Type.Object({ id: TriggerId });
const nightly = {
  name: 'Nightly',
  type: 'interval' as const,
  projectId: exampleIds.project,
  environmentId: exampleIds.environment,
  branch: 'main',
  cron: '30 2 * * *',
  timeZone: 'Europe/Berlin',
};

export const triggerCalls = {
  listTriggers: call({
    method: 'GET',
    path: '/triggers',
    summary: 'The triggers of the account, by name: when each last ran and is due next, and why one did not',
    permission: 'trigger.read',
    feature: 'triggers',
    answer: Type.Array(TriggerView),
    topic: topics.triggers,
    example: {},
  }),
  createTrigger: call({
    method: 'POST',
    path: '/triggers',
    summary: 'Create a trigger that starts tests at times, after deploys, or by Run Now only; it is enabled',
    permission: 'trigger.write',
    feature: 'triggers',
    body: TriggerBody,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.triggers],
    example: { body: nightly },
  }),
  getTrigger: call({
    method: 'GET',
    path: '/triggers/:id',
    summary: 'One trigger, even one out of use; the ETag is its revision',
    permission: 'trigger.read',
    feature: 'triggers',
    params: triggerParams,
    answer: TriggerView,
    example: { params: { id: exampleIds.trigger } },
  }),
  changeTrigger: call({
    method: 'PUT',
    path: '/triggers/:id',
    summary: 'Change a trigger: the body replaces everything. It takes effect from now on: nothing past is started',
    permission: 'trigger.write',
    feature: 'triggers',
    params: triggerParams,
    body: TriggerBody,
    view: TriggerView,
    answer: CommandAnswer,
    changes: [topics.triggers],
    example: { params: { id: exampleIds.trigger }, body: { ...nightly, cron: '0 4 * * *' } },
  }),
  archiveTrigger: call({
    method: 'DELETE',
    path: '/triggers/:id',
    summary: 'Take a trigger out of use; its runs stay',
    permission: 'trigger.write',
    feature: 'triggers',
    params: triggerParams,
    answer: CommandAnswer,
    changes: [topics.triggers],
    example: { params: { id: exampleIds.trigger } },
  }),
  listTriggerAudits: call({
    method: 'GET',
    path: '/triggers/:id/auditTrail',
    summary: 'Who changed what in a trigger, newest first',
    permission: 'trigger.read',
    feature: 'triggers',
    params: triggerParams,
    answer: Type.Array(AuditEntry),
    topic: topics.triggers,
    example: { params: { id: exampleIds.trigger } },
  }),
  toggleTrigger: call({
    method: 'POST',
    path: '/triggers/:id/toggle-enabled',
    summary: 'Turn a trigger off, or on again; what came while it was off is not started',
    permission: 'trigger.write',
    feature: 'triggers',
    params: triggerParams,
    answer: CommandAnswer,
    changes: [topics.triggers],
    example: { params: { id: exampleIds.trigger } },
  }),
  runTrigger: call({
    method: 'POST',
    path: '/triggers/:id/run-now',
    summary: 'Start what a trigger starts, whatever still runs and even if it is off',
    permission: 'trigger.run',
    feature: 'triggers',
    params: triggerParams,
    body: RunTriggerRequest,
    answer: RunTriggerAnswer,
    changes: [topics.triggers, topics.testRuns],
    example: { params: { id: exampleIds.trigger }, body: { environmentId: exampleIds.environment } },
  }),
};
