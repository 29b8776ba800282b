import { createHash } from 'node:crypto';
import {
  type CriterionAnswer,
  canonicalJson,
  type ReleaseCriterionId,
  type ReleaseEvidence,
  type ReleaseId,
} from '@assay/contract';
import { DomainError, type ReleaseCommand, type ReleaseState, releaseDecider } from '@assay/domain';
import type { AppendContext, CommandResult, EventLog, RecordedEvent } from '@assay/event-log';
import type { ReleaseEvent } from '@assay/event-schemas';

type Decided = Extract<ReleaseEvent, { type: 'ReleaseDecided' }>;
type Mark = { by: string; at: string };
/** A fact of a release, and who made it when. */
type Fact = ReleaseEvent & { mark: Mark };
type Change = Extract<ReleaseCommand, { type: 'changeRelease' }>;

/** Another process has changed the release since its evidence was read. */
class ReleaseMoved extends Error {}

/** Of two administrators at the same moment, one reads again. */
const tries = 5;

/**
 * Decides on a release, and records the hash of what the decision is based on.
 * @throws DomainError as the decider does
 */
export async function decideWithEvidence(
  eventLog: EventLog,
  id: ReleaseId,
  command: Change,
  context: AppendContext & { expectedRevision?: number | undefined },
): Promise<CommandResult> {
  for (let tried = 1; ; tried += 1) {
    const { facts, revision } = await factsOf(eventLog, id);
    const evidenceSha256 = hashAfter(facts, command, { by: context.actor.id, at: context.occurredAt });
    const decide = (_: ReleaseState, seen: number) => {
      if (seen !== revision) throw new ReleaseMoved('the release has changed');
      return { ...command, ...(evidenceSha256 && { evidenceSha256 }) };
    };
    try {
      return await eventLog.handle(releaseDecider, id, decide, context);
    } catch (error) {
      if (!(error instanceof ReleaseMoved) || tried === tries) throw error;
    }
  }
}

/** @returns the hash that the decision is to record; undefined: the command decides nothing */
function hashAfter(facts: readonly Fact[], command: Change, mark: Mark): string | undefined {
  const events = releaseDecider.decide(command, stateOf(facts));
  const decided = events.find((event) => event.type === 'ReleaseDecided');
  if (!decided) return undefined;
  const before = events.filter((event) => event !== decided).map((event): Fact => ({ ...event, mark }));
  return hashOf(evidenceOf([...facts, ...before], decided, mark));
}

/**
 * Makes the document of a decision again from the log.
 * @param number 1: the first decision
 * @throws DomainError `release.decisionNotFound`
 */
export async function readEvidence(
  eventLog: Pick<EventLog, 'read'>,
  id: ReleaseId,
  number: number,
): Promise<{ document: ReleaseEvidence; sha256: string | null; isIntact: boolean }> {
  const { facts } = await factsOf(eventLog, id);
  const decisions = facts.filter((fact) => fact.type === 'ReleaseDecided');
  const decided = decisions[number - 1];
  if (!decided) throw new DomainError('release.decisionNotFound');
  const document = evidenceOf(facts.slice(0, facts.indexOf(decided)), decided, decided.mark);
  const sha256 = decided.data.evidenceSha256 ?? null;
  return { document, sha256, isIntact: sha256 === hashOf(document) };
}

async function factsOf(eventLog: Pick<EventLog, 'read'>, id: ReleaseId): Promise<{ facts: Fact[]; revision: number }> {
  const facts: Fact[] = [];
  let revision = -1;
  for await (const event of eventLog.read(`release-${id}`)) {
    const { actor, occurredAt } = event.envelope;
    facts.push({ ...(event as RecordedEvent<ReleaseEvent>), mark: { by: actor.id, at: occurredAt } });
    revision = event.revision;
  }
  return { facts, revision };
}

function stateOf(facts: readonly Fact[]): ReleaseState {
  return facts.reduce<ReleaseState>(releaseDecider.evolve, releaseDecider.initialState());
}

/** @param facts before the decision */
function evidenceOf(facts: readonly Fact[], { data }: Decided, decided: Mark): ReleaseEvidence {
  const state = stateOf(facts);
  if (state.status !== 'created') throw new DomainError('release.notFound');
  const { releaseId, settings, ships, criteria } = state;
  const answerOf = new Map(data.answers?.map(({ criterionId, ...answer }) => [criterionId, answer as CriterionAnswer]));
  const openIds = new Set<string>(data.openCriterionIds);
  return {
    releaseId,
    ...settings,
    ships: [...ships],
    decision: data.decision,
    reason: data.reason,
    decided,
    criteria: criteria.map(({ criterionId: id, text, rule, completed, override }) => ({
      id,
      text,
      isOpen: openIds.has(id),
      rule,
      completed: completed ? lastMark(facts, 'ReleaseCriterionCompleted', id) : null,
      answer: answerOf.get(id) ?? null,
      override:
        override === null
          ? null
          : { ...(lastMark(facts, 'ReleaseCriterionOverridden', id) ?? decided), reason: override },
    })),
  };
}

function lastMark(facts: readonly Fact[], type: ReleaseEvent['type'], id: ReleaseCriterionId): Mark | null {
  const found = facts.findLast(
    (fact) => fact.type === type && 'criterionId' in fact.data && fact.data.criterionId === id,
  );
  return found?.mark ?? null;
}

function hashOf(document: ReleaseEvidence): string {
  return createHash('sha256').update(canonicalJson(document)).digest('hex');
}
