import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { ProblemId, ProjectIdOrKey } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { ProblemRequest, ProblemView } from './problemViews.ts';

const problemParams = Type.Object({ id: ProjectIdOrKey, problemId: ProblemId });
const params = { id: exampleIds.project, problemId: exampleIds.problem };

export const problemCalls = {
  getProblem: call({
    method: 'GET',
    path: '/projects/:id/problems/:problemId',
    summary: 'The problem behind failures with the same error: who has it, what it is, and where else it shows',
    permission: 'review.read',
    params: problemParams,
    answer: ProblemView,
    topic: topics.problems,
    readsHistory: true,
    example: { params },
  }),
  changeProblem: call({
    method: 'PUT',
    path: '/projects/:id/problems/:problemId',
    summary:
      'Say who answers for a problem and what it is: its failures arrive with it, in this run and in later ones; with a run, for all problems that are one cause there; If-Match takes its revision',
    permission: 'review.write',
    params: problemParams,
    body: ProblemRequest,
    view: ProblemView,
    answer: CommandAnswer,
    changes: [topics.problems, topics.reviews],
    example: { params, body: { ownerUserId: exampleIds.user, reviewStatusId: 'PRODUCT_BUG', note: 'SHOP-812' } },
  }),
};
