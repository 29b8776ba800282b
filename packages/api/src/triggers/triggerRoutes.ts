import {
  errorsOfTrigger,
  type FieldError,
  InvalidFields,
  ownTrigger,
  plainTrigger,
  runTriggerNow,
  triggerOf,
} from '@assay/application';
import { type AccountId, type TriggerBody, type TriggerId, type TriggerRequest, triggerCalls } from '@assay/contract';
import { DomainError, type TriggerState, triggerDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { auditTrailOf } from '../auditTrail/auditTrailOf.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { requireRoomForRun } from '../quotas/requireRoom.ts';

/** @returns the errors in those fields of a trigger that exist and that its schema accepts. */
async function errorsOfRest(api: Api, accountId: AccountId, body: Partial<TriggerBody>): Promise<FieldError[]> {
  try {
    const errors = await errorsOfTrigger(api, accountId, await plainTrigger(api, accountId, body), new Date());
    return errors.filter(({ field }) => field in body);
  } catch (error) {
    if (error instanceof InvalidFields) return [...error.errors];
    throw error;
  }
}

/** @returns the trigger in the service's own names. @throws InvalidFields for everything that is wrong with it */
async function checkedTrigger(api: Api, accountId: AccountId, body: TriggerBody): Promise<TriggerRequest> {
  const request = await plainTrigger(api, accountId, body);
  const errors = await errorsOfTrigger(api, accountId, request, new Date());
  if (errors.length > 0) throw new InvalidFields(...errors);
  return request;
}

const listTriggers = route(triggerCalls.listTriggers, ({ caller }) => caller.models.triggers(new Date()));

const createTrigger = route(
  triggerCalls.createTrigger,
  async ({ api, body, caller, context, newId }) => {
    const request = await checkedTrigger(api, caller.accountId, body);
    const triggerId = newId<TriggerId>();
    const command = { type: 'createTrigger' as const, triggerId, ...triggerOf(request) };
    // A repeat with the same Idempotency-Key finds the trigger.
    const decide = (state: TriggerState) => (state.status === 'none' ? command : null);
    return commandAnswer(api.eventLog, await api.eventLog.handle(triggerDecider, triggerId, decide, context));
  },
  { rest: ({ api, caller, body }) => errorsOfRest(api, caller.accountId, body) },
);

const getTrigger = route(triggerCalls.getTrigger, async ({ caller, params: { id } }) => {
  const trigger = await caller.models.trigger(id, new Date());
  if (!trigger) throw new DomainError('trigger.notFound');
  return trigger;
});

const changeTrigger = route(
  triggerCalls.changeTrigger,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    await ownTrigger(api, caller.accountId, id);
    const request = await checkedTrigger(api, caller.accountId, body);
    const command = { type: 'changeTrigger' as const, ...triggerOf(request) };
    const result = await api.eventLog.handle(triggerDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
  { rest: ({ api, caller, body }) => errorsOfRest(api, caller.accountId, body) },
);

const archiveTrigger = route(
  triggerCalls.archiveTrigger,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    await ownTrigger(api, caller.accountId, id);
    const command = { type: 'archiveTrigger' as const };
    const result = await api.eventLog.handle(triggerDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const toggleTrigger = route(
  triggerCalls.toggleTrigger,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    await ownTrigger(api, caller.accountId, id);
    const command = { type: 'toggleTrigger' as const };
    const result = await api.eventLog.handle(triggerDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const runTrigger = route(
  triggerCalls.runTrigger,
  async ({ api, params: { id }, body: { environmentId = null }, caller, context, newId }) => {
    await requireRoomForRun(api, caller);
    const startId = newId<string>();
    const { started, result } = await runTriggerNow(api, caller.accountId, id, { environmentId, startId }, context);
    return { ...(await commandAnswer(api.eventLog, result)), id, ...started };
  },
);

const listTriggerAudits = route(triggerCalls.listTriggerAudits, ({ api, params: { id }, caller }) =>
  auditTrailOf(api, caller, 'trigger', id),
);

export const triggerRoutes: readonly Route[] = [
  listTriggers,
  createTrigger,
  getTrigger,
  changeTrigger,
  archiveTrigger,
  listTriggerAudits,
  toggleTrigger,
  runTrigger,
];
