import type { Route } from '../http/route.ts';
import { archiveWorkflow } from './archiveWorkflow.ts';
import { changeWorkflow } from './changeWorkflow.ts';
import { createWorkflow } from './createWorkflow.ts';
import { getWorkflow } from './getWorkflow.ts';
import { listWorkflows } from './listWorkflows.ts';

export const workflowRoutes: readonly Route[] = [
  listWorkflows,
  createWorkflow,
  getWorkflow,
  changeWorkflow,
  archiveWorkflow,
];
