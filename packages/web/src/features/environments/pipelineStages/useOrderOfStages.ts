import type { PipelineStageView } from '@assay/contract';
import { useState } from 'react';
import { useChangePipelineStageMutation, useListPipelineStagesQuery } from '../../../connection/serviceHooks.ts';
import { showFailure } from '../../../ui/showFailure.ts';

/**
 * The stages as somebody put them in order, while that is saved. Each stage that changes its place is sent with the
 * revision that was seen, so that two people who sort at a time do not mix their orders unseen.
 */
export function useOrderOfStages(stages: readonly PipelineStageView[]) {
  const [change] = useChangePipelineStageMutation();
  const { refetch } = useListPipelineStagesQuery();
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const inOrderOf = (order: readonly string[]) => order.flatMap((id) => stages.find((stage) => stage.id === id) ?? []);

  async function move(order: readonly string[]): Promise<void> {
    setIds(order);
    for (const [priority, stage] of inOrderOf(order).entries()) {
      if (stage.priority === priority) continue;
      const { error } = await change({ params: { id: stage.id }, body: { priority }, ifMatch: stage.revision });
      if (!error) continue;
      showFailure(error);
      break;
    }
    await refetch();
    setIds(null);
  }

  return { inOrder: ids === null ? stages : inOrderOf(ids), isSaving: ids !== null, move };
}
