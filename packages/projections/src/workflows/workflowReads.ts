import { byName, type WorkflowDetailView, type WorkflowId, type WorkflowView } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import type { WorkflowDocument } from './workflows.ts';

function viewOf(document: WorkflowDocument): WorkflowView {
  const { workflowId: id, name, archived, steps, createdAt, changedAt, position, revision } = document;
  return { id, name, archived, stepCount: steps.length, createdAt, changedAt, position, revision: String(revision) };
}

/** Workflows in use, by name. */
async function findWorkflows({ collections, accountId }: AccountReader): Promise<WorkflowView[]> {
  const found = (await collections.workflows.find({ accountId, archived: false }).toArray()).sort(byName);
  return found.map(viewOf);
}

/** @returns the workflow, even if it is archived; null when the account has no such workflow */
async function findWorkflow(
  { collections, accountId }: AccountReader,
  workflowId: WorkflowId,
): Promise<WorkflowDetailView | null> {
  const found = await collections.workflows.findOne({ _id: workflowId, accountId });
  return found && { ...viewOf(found), steps: found.steps };
}

export const workflowReads = { workflows: findWorkflows, workflow: findWorkflow };
