import type { PipelineStageView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListPipelineStagesQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { PipelineStageEditor } from './PipelineStageEditor.tsx';

/** A pipeline stage, or the form of a new one. */
export function PipelineStageScreen() {
  const { pipelineStageId } = useParams();
  const mayWrite = useMay('pipelineStage.write');
  const query = useListPipelineStagesQuery();
  if (pipelineStageId === undefined && !mayWrite) return <EmptyState title="Only administrators add pipeline stages" />;
  return (
    <Loaded query={query} failed="The pipeline stage could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
      {(stages) => {
        const stage = stages.find(({ id }) => id === pipelineStageId);
        if (pipelineStageId !== undefined && !stage) {
          return <EmptyState title="This pipeline stage does not exist" why="It may have been deleted." />;
        }
        return (
          <>
            <PipelineStageHead stage={stage ?? null} />
            <PipelineStageEditor key={stage?.id} stage={stage ?? null} stages={stages.length} />
          </>
        );
      }}
    </Loaded>
  );
}

function PipelineStageHead({ stage }: { stage: PipelineStageView | null }) {
  const path = useAccountPath();
  const title = stage?.name ?? 'New pipeline stage';
  return (
    <ScreenHead
      title={title}
      documentTitle={title}
      back={{ to: path('environments/pipelines'), label: 'Pipeline Stages' }}
      actions={
        stage && (
          <Button component={Link} to={path(`environments/pipelines/${stage.id}/audit-log`)}>
            Audit log
          </Button>
        )
      }
    />
  );
}
