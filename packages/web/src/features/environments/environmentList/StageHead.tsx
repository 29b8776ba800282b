import type { PipelineStageView } from '@assay/contract';
import { useMay } from '../../../connection/currentUser.ts';
import { StageFacts } from '../pipelineStages/StageFacts.tsx';
import { StageMenu } from '../pipelineStages/StageMenu.tsx';
import styles from './environmentList.module.css';

/** The head of the environments of a pipeline stage; null: of none. */
export function StageHead({ stage, place }: { stage: PipelineStageView | null; place: number }) {
  const mayWrite = useMay('pipelineStage.write');
  if (stage === null) {
    return (
      <header className={styles.stage}>
        <h2 className={styles.stageName}>No Stage</h2>
        <span className="soft">always last</span>
      </header>
    );
  }
  return (
    <header className={styles.stage}>
      <span className={`${styles.place} tabular`}>{place}</span>
      <h2 className={styles.stageName}>{stage.name}</h2>
      <StageFacts stage={stage} />
      {mayWrite && <StageMenu stage={stage} />}
    </header>
  );
}
