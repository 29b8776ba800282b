import { type AccessAction, type AccessLogFilter, messages } from '@assay/contract';
import type { Actor } from '@assay/event-log';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { findPersons } from '../people/findPeople.ts';
import type { AccountReader } from '../readers.ts';
import type { AccessFactDocument, AccessSubject } from './accessFacts.ts';

export type FoundAccessFact = {
  id: string;
  at: string;
  action: AccessAction;
  actor: Actor;
  about: string | null;
  detail: string | null;
};

/** @returns the names of what the facts are about, by kind and id. */
async function namesOf(collections: Collections, subjects: readonly AccessSubject[]): Promise<Map<string, string>> {
  const idsOf = (wanted: AccessSubject['kind']) => subjects.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const [persons, invitations, environments, stages, projects] = await Promise.all([
    findPersons(collections, idsOf('user')),
    collections.invitations.find({ _id: { $in: idsOf('invitation') } }).toArray(),
    collections.environments.find({ _id: { $in: idsOf('environment') } }).toArray(),
    collections.pipelineStages.find({ _id: { $in: idsOf('pipelineStage') } }).toArray(),
    collections.projects.find({ _id: { $in: idsOf('project') } }).toArray(),
  ]);
  return new Map([
    ...[...persons].map(([id, { fullName }]) => [`user ${id}`, fullName] as const),
    ...invitations.map(({ _id, email }) => [`invitation ${_id}`, email || messages.erasedPerson] as const),
    ...environments.map(({ _id, name }) => [`environment ${_id}`, name] as const),
    ...stages.map(({ _id, name }) => [`pipelineStage ${_id}`, name] as const),
    ...projects.map(({ _id, name }) => [`project ${_id}`, name] as const),
  ]);
}

/** @returns who changed who may do what in the account, newest first. */
async function findAccessFacts(
  { collections, accountId }: AccountReader,
  { actions, actorId, from, to, before }: AccessLogFilter,
  limit: number,
): Promise<FoundAccessFact[]> {
  const wanted: Filter<AccessFactDocument>[] = [{ accountId }];
  if (actions) wanted.push({ action: { $in: [...actions] } });
  if (actorId !== null) wanted.push({ 'actor.id': actorId });
  if (from !== null) wanted.push({ at: { $gte: from } });
  if (to !== null) wanted.push({ at: { $lte: to } });
  if (before) wanted.push({ $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $lt: before.id } }] });
  const found = await collections.accessFacts.find({ $and: wanted }).sort({ at: -1, _id: -1 }).limit(limit).toArray();
  const names = await namesOf(
    collections,
    found.flatMap(({ about }) => about ?? []),
  );
  const nameOf = (about: AccessSubject | null) => {
    if (about === null) return null;
    return about.kind === 'name' ? about.id : (names.get(`${about.kind} ${about.id}`) ?? null);
  };
  return found.map(({ _id: id, at, action, actor, about, detail }) => ({
    id,
    at,
    action,
    actor,
    about: nameOf(about),
    detail,
  }));
}

export const accessFactReads = {
  accessFacts: (reader: AccountReader, filter: AccessLogFilter, limit: number) =>
    findAccessFacts(reader, filter, limit),
};
