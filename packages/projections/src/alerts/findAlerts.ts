import type { AccountId, AlertId, AlertView } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { type FoundActors, findActors, personOf } from '../people/findActors.ts';
import type { AlertDocument } from './alerts.ts';

function idsIn<Id extends string>(ids: readonly (Id | null)[]): Id[] {
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

/** The names that alerts are shown with. */
async function namesOf(collections: Collections, alerts: readonly AlertDocument[]): Promise<Map<string, string>> {
  const settings = alerts.map((alert) => alert.settings);
  const inAny = (ids: readonly string[]) => ({ _id: { $in: [...ids] } });
  const found = await Promise.all([
    collections.projects.find(inAny(idsIn(settings.map(({ projectId }) => projectId)))).toArray(),
    collections.environments.find(inAny(idsIn(settings.map(({ environmentId }) => environmentId)))).toArray(),
    collections.pipelineStages.find(inAny(idsIn(settings.map(({ pipelineStageId }) => pipelineStageId)))).toArray(),
    collections.testSuites.find(inAny(idsIn(settings.map(({ testSuiteId }) => testSuiteId)))).toArray(),
  ]);
  return new Map(found.flat().map(({ _id, name }) => [_id, name]));
}

async function viewsOf(collections: Collections, alerts: readonly AlertDocument[]): Promise<AlertView[]> {
  const silencing = alerts.flatMap(({ silence }) => silence?.by ?? []);
  const [names, actors] = await Promise.all([namesOf(collections, alerts), findActors(collections, silencing)]);
  return alerts.map((alert) => viewOf(alert, names, actors));
}

function viewOf(alert: AlertDocument, names: ReadonlyMap<string, string>, actors: FoundActors): AlertView {
  const { eventType, actionType, ...criteria } = alert.settings;
  const named = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? id });
  return {
    id: alert.alertId,
    eventType,
    actionType,
    criteria,
    destination: alert.destination,
    authorizationId: null,
    status: alert.active ? 'ACTIVE' : 'INACTIVE',
    statusSince: alert.statusSince,
    inactiveReason: alert.inactiveReason,
    unsubscribed: alert.unsubscribed,
    silence: alert.silence && { ...alert.silence, by: personOf(actors, alert.silence.by) },
    project: named(criteria.projectId),
    environment: named(criteria.environmentId),
    pipelineStage: named(criteria.pipelineStageId),
    testSuite: named(criteria.testSuiteId),
    createdAt: alert.createdAt,
    sentCount: alert.sentCount,
    failedCount: alert.failedCount,
    heldBackCount: alert.heldBackCount,
    lastDelivery: alert.lastDelivery,
    position: alert.position,
    revision: String(alert.revision),
  };
}

function isBroken({ inactiveReason, active, lastDelivery }: AlertDocument): boolean {
  return inactiveReason !== null || (active && lastDelivery?.delivered === false);
}

/**
 * Alerts in use, broken ones first, then the oldest; destinations, with the channels that they name, and who has
 * unsubscribed are as the log has them.
 */
export async function findAlerts(collections: Collections, accountId: AccountId): Promise<AlertView[]> {
  const found = await collections.alerts.find({ accountId, archived: false }).sort({ _id: 1 }).toArray();
  const inOrder = [...found.filter(isBroken), ...found.filter((alert) => !isBroken(alert))];
  return viewsOf(collections, inOrder);
}

/** @returns the alert; null when the account has none in use with that id */
export async function findAlert(
  collections: Collections,
  accountId: AccountId,
  alertId: AlertId,
): Promise<AlertView | null> {
  const alert = await collections.alerts.findOne({ _id: alertId, accountId, archived: false });
  const [view = null] = alert ? await viewsOf(collections, [alert]) : [];
  return view;
}
