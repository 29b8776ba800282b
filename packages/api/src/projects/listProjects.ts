import { ProjectView, topics } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';

export const listProjects = route({
  method: 'GET',
  url: '/projects',
  summary: 'The projects in use',
  permission: 'project.read',
  answer: Type.Array(ProjectView),
  topics: [{ name: topics.projects }],
  handle: ({ caller }) => caller.models.projects(),
});
