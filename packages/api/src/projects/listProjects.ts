import { projectCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listProjects = route(projectCalls.listProjects, ({ caller }) => caller.models.projects());
