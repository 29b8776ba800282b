import type { PipelineStageView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListPipelineStagesQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import list from '../../../ui/list.module.css';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { SortableList } from '../../../ui/SortableList.tsx';
import styles from './pipelineStages.module.css';
import { StageFacts } from './StageFacts.tsx';
import { StageMenu } from './StageMenu.tsx';
import { useOrderOfStages } from './useOrderOfStages.ts';

const pollingSeconds = 60;

/** The pipeline stages in their order, which administrators change by dragging. */
export function PipelineStagesPanel() {
  const query = useListPipelineStagesQuery();
  usePolling(query.refetch, pollingSeconds);
  const mayWrite = useMay('pipelineStage.write');
  const path = useAccountPath();
  const add = mayWrite && (
    <Button component={Link} to={path('environments/pipelines/new')} variant="filled">
      Add stage
    </Button>
  );
  return (
    <Loaded
      query={query}
      failed="Pipeline stages could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={40} />}
      empty={
        <EmptyState
          title="No pipeline stages yet"
          why="A stage is a step on the way to production. Its environments share its runner pools, its variables and the priority of their runs."
          action={add}
        />
      }
      framed
    >
      {(stages) => (mayWrite ? <StagesInOrder stages={stages} /> : <Stages stages={stages} />)}
    </Loaded>
  );
}

function Stages({ stages }: { stages: readonly PipelineStageView[] }) {
  return (
    <ol className={list.list} aria-label="Pipeline stages">
      {stages.map((stage, place) => (
        <li key={stage.id} className={styles.stage}>
          <span className={`${styles.place} tabular`}>{place + 1}</span>
          <strong dir="auto">{stage.name}</strong>
          <StageFacts stage={stage} />
        </li>
      ))}
    </ol>
  );
}

function StagesInOrder({ stages }: { stages: readonly PipelineStageView[] }) {
  const { inOrder, isSaving, move } = useOrderOfStages(stages);
  const path = useAccountPath();
  return (
    <SortableList label="Pipeline stages" items={inOrder} isFixed={isSaving} onMove={(ids) => void move(ids)}>
      {(stage, place) => (
        <>
          <span className={`${styles.place} tabular`}>{place + 1}</span>
          <Link className={styles.name} to={path(`environments/pipelines/${stage.id}`)}>
            {stage.name}
          </Link>
          <StageFacts stage={stage} />
          <StageMenu stage={stage} />
        </>
      )}
    </SortableList>
  );
}
