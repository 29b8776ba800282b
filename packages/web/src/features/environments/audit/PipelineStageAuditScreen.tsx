import { useParams } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useListPipelineStageAuditsQuery,
  useListPipelineStagesQuery,
  useRestorePipelineStageMutation,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { AuditTrail } from '../../../ui/auditTrail/AuditTrail.tsx';
import { useStageFields } from './auditedFields.ts';

/** Who changed what of a pipeline stage. */
export function PipelineStageAuditScreen() {
  const { pipelineStageId: id = '' } = useParams();
  const path = useAccountPath();
  const query = useListPipelineStageAuditsQuery({ params: { id } });
  const { data: stages = [] } = useListPipelineStagesQuery();
  const stage = stages.find((other) => other.id === id);
  const [restore] = useRestorePipelineStageMutation();
  return (
    <AuditTrail
      thing={stage}
      noun="pipeline stage"
      query={query}
      back={
        stage
          ? { to: path(`environments/pipelines/${id}`), label: `Pipeline Stages / ${stage.name}` }
          : { to: path('environments/pipelines'), label: 'Pipeline Stages' }
      }
      fields={useStageFields()}
      restore={
        useMay('pipelineStage.write')
          ? (body) => restore({ params: { id }, body, ifMatch: stage?.revision ?? '' })
          : null
      }
    />
  );
}
