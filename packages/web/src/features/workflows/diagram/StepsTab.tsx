import { limits, type WorkflowDetailView, type WorkflowStep, type WorkflowStepId } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconPlus } from '../../../ui/icons/icons.ts';
import list from '../../../ui/list.module.css';
import styles from './diagram.module.css';
import { StepModal } from './StepModal.tsx';
import { WorkflowDiagram } from './WorkflowDiagram.tsx';

/** The step whose form is open. `step` null: a new one; `after`: the step that is to lead to it. */
type Editing = { step: WorkflowStep | null; after: WorkflowStepId | null };

/** The steps of a workflow as a diagram, which administrators draw. */
export function StepsTab({ workflow }: { workflow: WorkflowDetailView }) {
  const mayWrite = useMay('workflow.write') && !workflow.archived;
  const [editing, setEditing] = useState<Editing | null>(null);
  const mayAdd = mayWrite && workflow.steps.length < limits.workflowSteps;
  const add = (after: WorkflowStepId | null) => setEditing({ step: null, after });
  return (
    <>
      {workflow.steps.length === 0 ? (
        <div className={list.list}>
          <EmptyState
            title="No steps yet"
            why="A step is what somebody or something does, such as a review, a deploy or a test plan, and leads to the next ones."
            action={
              mayAdd && (
                <Button variant="filled" onClick={() => add(null)}>
                  Add step
                </Button>
              )
            }
          />
        </div>
      ) : (
        <>
          {mayAdd && (
            <div className={styles.bar}>
              <Button leftSection={<IconPlus size={14} stroke={1.75} />} onClick={() => add(null)}>
                Add step
              </Button>
              <span className={styles.hint}>Choose a step to change it, or + at its edge to add the next one.</span>
            </div>
          )}
          <WorkflowDiagram
            steps={workflow.steps}
            onEdit={mayWrite ? (step) => setEditing({ step, after: null }) : null}
            onAdd={mayAdd ? add : null}
          />
        </>
      )}
      {editing && <StepModal workflow={workflow} {...editing} onClose={() => setEditing(null)} />}
    </>
  );
}
