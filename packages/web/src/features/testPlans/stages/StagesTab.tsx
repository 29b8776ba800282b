import type { TestPlanDetailView } from '@assay/contract';
import { limits } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconPlus } from '../../../ui/icons/icons.ts';
import list from '../../../ui/list.module.css';
import type { Editing } from './boardContext.ts';
import { StageBoard } from './StageBoard.tsx';
import { StageModal } from './StageModal.tsx';
import { SuiteModal } from './SuiteModal.tsx';
import styles from './stages.module.css';

/** The plan's stages with their suites, which administrators change and put in order. */
export function StagesTab({ plan }: { plan: TestPlanDetailView }) {
  const mayWrite = useMay('testPlan.write') && !plan.archived;
  const [editing, setEditing] = useState<Editing | null>(null);
  const close = () => setEditing(null);
  const addStage = () => setEditing({ kind: 'stage', stage: null });
  return (
    <>
      {plan.stages.length === 0 ? (
        <div className={list.list}>
          <EmptyState
            title="No stages yet"
            why="A stage holds suites that run together or one after the other. The next stage starts when all of them pass."
            action={
              mayWrite && (
                <Button variant="filled" onClick={addStage}>
                  Add stage
                </Button>
              )
            }
          />
        </div>
      ) : (
        <>
          <StageBoard plan={plan} mayWrite={mayWrite} onEdit={setEditing} />
          {mayWrite && plan.stages.length < limits.testPlanStages && (
            <button type="button" className={styles.addStage} onClick={addStage}>
              <IconPlus size={14} stroke={1.75} aria-hidden /> Add stage
            </button>
          )}
        </>
      )}
      {editing?.kind === 'stage' && <StageModal plan={plan} stage={editing.stage} onClose={close} />}
      {editing?.kind === 'suite' && (
        <SuiteModal plan={plan} stage={editing.stage} suite={editing.suite} onClose={close} />
      )}
    </>
  );
}
