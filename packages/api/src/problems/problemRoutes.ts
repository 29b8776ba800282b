import { limits, problemCalls } from '@assay/contract';
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
  const { ownerUserId, reviewStatusId: status, note, testRunId } = body;
  if ((await caller.models.problem(projectId, problemId)) === null) throw new DomainError('problem.notFound');
  await requireMembers(received, ownerUserId ? [ownerUserId] : [], 'problem.ownerNotFound');
  const cause = testRunId ? await caller.models.fingerprintsOfCause(testRunId, { projectId, problemId }) : [problemId];
  if (cause === null) throw new DomainError('testRun.notFound');
  const others = cause.filter((other) => other !== problemId).slice(0, limits.fingerprintsOfDecision - 1);
  const change = { type: 'changeProblem' as const, projectId, ownerUserId, status, note: note === '' ? null : note };
  const id = `${projectId}.${problemId}`;
  // First the one whose revision the caller has seen: a change by another user in the meantime refuses all of it.
  let result = await api.eventLog.handle(problemDecider, id, { ...change, problemId, seen: expectedRevision }, context);
  for (const other of others) {
    const command = { ...change, problemId: other };
    const done = await api.eventLog.handle(problemDecider, `${projectId}.${other}`, command, context);
    if (done.position !== null) result = { ...result, position: done.position };
  }
  const { state } = await api.eventLog.load(problemDecider, id);
  return commandAnswer(api.eventLog, { ...result, revision: state.changes });
});

export const problemRoutes: readonly Route[] = [getProblem, changeProblem];
