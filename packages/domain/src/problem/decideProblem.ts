import type { ProblemId, ProjectId, ReviewStatusId, UserId } from '@assay/contract';
import type { ProblemEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** `changes`: how often it was changed, by which callers name what they have seen. */
export type ProblemState = {
  ownerUserId: UserId | null;
  status: ReviewStatusId | null;
  note: string | null;
  changes: number;
};

export type ProblemCommand = {
  type: 'changeProblem';
  projectId: ProjectId;
  problemId: ProblemId;
  /** Left out: stays as it is. */
  ownerUserId?: UserId | null;
  status?: ReviewStatusId | null;
  note?: string | null;
  /** The `changes` of the problem that the caller has seen. */
  seen?: number;
};

/** The problem behind the failures of a project that have one fingerprint: who answers for it, and what it is. */
export const problemDecider: Decider<ProblemState, ProblemCommand, ProblemEvent> = {
  category: 'problem',
  initialState: () => ({ ownerUserId: null, status: null, note: null, changes: 0 }),
  decide: (command, problem) => {
    const { projectId, problemId, seen = problem.changes } = command;
    const { ownerUserId = problem.ownerUserId, status = problem.status, note = problem.note } = command;
    const events: ProblemEvent[] = [];
    if (ownerUserId !== problem.ownerUserId) {
      const data = { projectId, problemId, formerUserId: problem.ownerUserId, userId: ownerUserId };
      events.push({ type: 'ProblemOwnerAssigned', data });
    }
    if (status !== problem.status) {
      events.push({ type: 'ProblemClassified', data: { projectId, problemId, from: problem.status, to: status } });
    }
    if (note !== problem.note) events.push({ type: 'ProblemNoted', data: { projectId, problemId, note } });
    if (events.length > 0 && seen !== problem.changes) throw new DomainError('problem.changed');
    return events;
  },
  evolve: (problem, event) => {
    const changes = problem.changes + 1;
    switch (event.type) {
      case 'ProblemOwnerAssigned':
        return { ...problem, ownerUserId: event.data.userId, changes };
      case 'ProblemClassified':
        return { ...problem, status: event.data.to, changes };
      case 'ProblemNoted':
        return { ...problem, note: event.data.note, changes };
    }
  },
};
