import type { PipelineStageView } from '@assay/contract';
import { useListRunnerPoolsQuery } from '../../../connection/serviceHooks.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import styles from './pipelineStages.module.css';

/** A stage in a line: the priority of its runs, its pools, its variables. */
export function StageFacts({ stage }: { stage: PipelineStageView }) {
  const { data: pools = [] } = useListRunnerPoolsQuery();
  const used = pools.filter(({ id }) => id === stage.linuxRunnerPoolId || id === stage.windowsRunnerPoolId);
  const facts = [
    `run priority ${stage.testRunPriority}`,
    ...used.map(({ name }) => `pool ${name}`),
    stage.variables.length === 0 ? 'no variables' : counted(stage.variables.length, 'variable'),
  ];
  return <span className={styles.facts}>{facts.join(' · ')}</span>;
}
