import { createHash } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';

type Mark = { by: string; at: string };
type Criterion = { id: string; text: string; rule: object | null; completed: Mark | null; override: object | null };
type Answer = { criterionId: string };
/** What this reader knows of events of a release, whatever their type. */
type Data = {
  releaseId: string;
  title: string;
  description: string | null;
  proposedReleaseDate: string | null;
  ships: object[];
  criteria: (Pick<Criterion, 'text' | 'rule'> & { criterionId: string })[];
  setting: string;
  to: object[] | string | null;
  criterionId: string;
  reason: string | null;
  decision: string;
  openCriterionIds: string[];
  answers: Answer[];
  evidenceSha256: string;
};
type Stored = { type: string; data: Data; metadata: { occurredAt: string; actor: { id: string } } };

/**
 * Makes the evidence of the first decision on a release from its stored events, by code of its own: nothing of the
 * product reads, folds or hashes.
 * @returns the document as canonical JSON, its hash, and the hash that the decision recorded
 */
export async function evidenceFromLog(events: EventStoreDBClient, releaseId: string) {
  const facts: Record<string, unknown> = {};
  const criteria: Criterion[] = [];
  const find = (id: string) => criteria.find((criterion) => criterion.id === id);
  for await (const { event } of events.readStream<Stored>(`release-${releaseId}`)) {
    if (!event) continue;
    const { type, data, metadata } = event;
    const mark: Mark = { by: metadata.actor.id, at: metadata.occurredAt };
    const criterion = find(data.criterionId);
    if (type === 'ReleaseCreated') {
      const { title, description, proposedReleaseDate, ships } = data;
      Object.assign(facts, { releaseId, title, description, proposedReleaseDate, actualReleaseDate: null, ships });
      for (const { criterionId: id, text, rule } of data.criteria) {
        criteria.push({ id, text, rule, completed: null, override: null });
      }
    } else if (type === 'ReleaseSettingChanged') facts[data.setting] = data.to;
    else if (type === 'ReleaseVersionsChanged') facts.ships = data.to;
    else if (type === 'ReleaseCriterionCompleted' && criterion) criterion.completed = mark;
    else if (type === 'ReleaseCriterionReopened' && criterion) criterion.completed = null;
    else if (type === 'ReleaseCriterionOverridden' && criterion) criterion.override = { ...mark, reason: data.reason };
    else if (type === 'ReleaseCriterionOverrideWithdrawn' && criterion) criterion.override = null;
    else if (type === 'ReleaseDecided') {
      const { decision, reason, openCriterionIds, answers, evidenceSha256 } = data;
      const answerOf = (id: string) => {
        const { criterionId: _, ...answer } = answers.find((one) => one.criterionId === id) ?? { criterionId: id };
        return 'answer' in answer ? answer : null;
      };
      const answered = criteria.map((one) => ({
        ...one,
        isOpen: openCriterionIds.includes(one.id),
        answer: answerOf(one.id),
      }));
      const json = JSON.stringify(inOrder({ ...facts, decision, reason, decided: mark, criteria: answered }));
      return { json, sha256: createHash('sha256').update(json).digest('hex'), recorded: evidenceSha256 };
    }
  }
  throw new Error(`no decision on ${releaseId} in the log`);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]));
}
