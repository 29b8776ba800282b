import { problemCalls } from '@assay/contract';
import { DomainError, problemDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { requireMembers } from '../reviews/requireReviewable.ts';

const getProblem = route(problemCalls.getProblem, async ({ caller, params }) => {
  const problem = await caller.models.problem(params.id, params.problemId);
  if (!problem) throw new DomainError('problem.notFound');
  return problem;
});

const changeProblem = route(problemCalls.changeProblem, async (received) => {
  const { api, caller, context, expectedRevision, params, body } = received;
  const { id: projectId, problemId } = params;
  const { ownerUserId, reviewStatusId: status, note } = body;
  if ((await caller.models.problem(projectId, problemId)) === null) throw new DomainError('problem.notFound');
  await requireMembers(received, ownerUserId ? [ownerUserId] : [], 'problem.ownerNotFound');
  const id = `${projectId}.${problemId}`;
  const result = await api.eventLog.handle(
    problemDecider,
    id,
    {
      type: 'changeProblem',
      projectId,
      problemId,
      ownerUserId,
      status,
      note: note === '' ? null : note,
      seen: expectedRevision,
    },
    context,
  );
  const { state } = await api.eventLog.load(problemDecider, id);
  return commandAnswer(api.eventLog, { ...result, revision: state.changes });
});

export const problemRoutes: readonly Route[] = [getProblem, changeProblem];
