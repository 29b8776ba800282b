import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { ProjectTrialId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { ProjectTrialRequest, ProjectTrialView } from './projectTrialViews.ts';

const projectTrialParams = Type.Object({ id: ProjectTrialId });

export const projectTrialCalls = {
  createProjectTrial: call({
    method: 'POST',
    path: '/project-trials',
    summary:
      'Try settings of a project: an agent checks out, installs and lists the tests, and runs none. It ends an earlier trial of the same caller',
    permission: 'project.write',
    feature: 'ownRunners',
    body: ProjectTrialRequest,
    status: 201,
    answer: Type.Object({ id: ProjectTrialId }),
    example: { body: { gitUrl: 'https://git.example.com/shop.git', testingFramework: 'Playwright' } },
  }),
  getProjectTrial: call({
    method: 'GET',
    path: '/project-trials/:id',
    summary: 'How a trial stands, and what it found',
    permission: 'project.write',
    params: projectTrialParams,
    answer: ProjectTrialView,
    topic: topics.projectTrials,
    example: { params: { id: exampleIds.projectTrial } },
  }),
  cancelProjectTrial: call({
    method: 'DELETE',
    path: '/project-trials/:id',
    summary: 'End a trial; one that has ended stays as it is',
    permission: 'project.write',
    params: projectTrialParams,
    status: 204,
    answer: Type.Null(),
    changes: [topics.projectTrials],
    example: { params: { id: exampleIds.projectTrial } },
  }),
};
