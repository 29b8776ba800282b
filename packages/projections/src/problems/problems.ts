import {
  type AccountId,
  type ProblemId,
  type ProjectId,
  type ReviewStatusId,
  topics,
  type UserId,
} from '@assay/contract';
import { type Actor, accountOf, type RecordedEvent } from '@assay/event-log';
import type { ProblemEvent } from '@assay/event-schemas';
import { problemKeyOf } from '../failures/failures.ts';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type ProblemDocument = ReadModelDocument & {
  accountId: AccountId;
  projectId: ProjectId;
  problemId: ProblemId;
  ownerUserId: UserId | null;
  /** Null: none was chosen. */
  status: ReviewStatusId | null;
  note: string | null;
  /** How often it was changed, and by whom last. */
  changes: number;
  decidedAt: string;
  decidedBy: Actor;
};

type ProblemFact = RecordedEvent & { type: ProblemEvent['type'] };
const facts: readonly string[] = [
  'ProblemOwnerAssigned',
  'ProblemClassified',
  'ProblemNoted',
] satisfies ProblemEvent['type'][];

function isOfProblem(event: RecordedEvent): event is ProblemFact {
  return facts.includes(event.type);
}

function decided(event: ProblemFact): Partial<ProblemDocument> {
  switch (event.type) {
    case 'ProblemOwnerAssigned':
      return { ownerUserId: event.data.userId };
    case 'ProblemClassified':
      return { status: event.data.to };
    case 'ProblemNoted':
      return { note: event.data.note };
  }
}

/** What people decided about the problems behind failures; those that nobody touched have no document. */
export const problems: Projection<ProblemDocument> = {
  name: 'problems',
  version: 1,
  indexes: [
    { projectId: 1, position: 1 },
    { accountId: 1, ownerUserId: 1 },
  ],
  idsOf: (event) => (isOfProblem(event) ? [problemKeyOf(event.data.projectId, event.data.problemId)] : []),
  evolve: (document, event) => {
    if (!isOfProblem(event)) return document;
    const { projectId, problemId } = event.data;
    const { occurredAt: decidedAt, actor: decidedBy } = event.envelope;
    const before = document ?? {
      accountId: accountOf(event),
      projectId,
      problemId,
      ownerUserId: null,
      status: null,
      note: null,
      changes: 0,
    };
    return { ...before, ...decided(event), changes: before.changes + 1, decidedAt, decidedBy };
  },
  topicsOf: ({ accountId, projectId, problemId }) => [
    { accountId, topic: topics.problems(projectId), id: problemId },
    { accountId, topic: topics.reviews, id: problemId },
  ],
};
