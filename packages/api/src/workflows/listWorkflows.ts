import { workflowCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listWorkflows = route(workflowCalls.listWorkflows, ({ caller }) => caller.models.workflows());
