import type { PipelineStageId, RunnerPoolId } from '@assay/contract';
import type { PipelineStageEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type PipelineStageCommand, pipelineStageDecider } from './decidePipelineStage.ts';

const pipelineStageId = 'stage-1' as PipelineStageId;
const [large, small] = ['large' as RunnerPoolId, 'small' as RunnerPoolId];
const facts = {
  pipelineStageId,
  name: 'Integration',
  priority: 0,
  testRunPriority: 1,
  windowsRunnerPoolId: null,
  linuxRunnerPoolId: large,
};
const created: PipelineStageEvent = { type: 'PipelineStageCreated', data: facts };
const archived: PipelineStageEvent = { type: 'PipelineStageArchived', data: { pipelineStageId } };
const set = (key: string, value: string, encrypted = false): PipelineStageEvent => ({
  type: 'PipelineStageVariableSet',
  data: { pipelineStageId, key, value, encrypted, file: false },
});
const stage = (...events: PipelineStageEvent[]) => given(pipelineStageDecider, ...events);
const change = (changed: Omit<Extract<PipelineStageCommand, { type: 'changePipelineStage' }>, 'type'>) => ({
  type: 'changePipelineStage' as const,
  ...changed,
});

describe('a pipeline stage', () => {
  it('is created with its variables, once', () => {
    const variables = [{ key: 'LEVEL', value: 'debug', encrypted: false, file: false }];
    const create: PipelineStageCommand = { type: 'createPipelineStage', ...facts, variables };
    stage().when(create).gives(created, set('LEVEL', 'debug'));
    stage(created, archived).when(create).refuses('pipelineStage.exists');
  });

  it('records each change as its own event, and only what changed', () => {
    stage(created)
      .when(
        change({
          name: 'System',
          priority: 3,
          testRunPriority: 10,
          windowsRunnerPoolId: small,
          linuxRunnerPoolId: null,
        }),
      )
      .gives(
        { type: 'PipelineStageRenamed', data: { pipelineStageId, from: 'Integration', name: 'System' } },
        { type: 'PipelineStagePriorityChanged', data: { pipelineStageId, from: 0, priority: 3 } },
        { type: 'PipelineStageTestRunPriorityChanged', data: { pipelineStageId, from: 1, testRunPriority: 10 } },
        {
          type: 'PipelineStageRunnerPoolChanged',
          data: { pipelineStageId, runnerType: 'WINDOWS', from: null, runnerPoolId: small },
        },
        {
          type: 'PipelineStageRunnerPoolChanged',
          data: { pipelineStageId, runnerType: 'LINUX', from: large, runnerPoolId: null },
        },
      );
    const { pipelineStageId: _, ...same } = facts;
    stage(created).when(change(same)).gives();
  });

  it('keeps the value of an encrypted variable sent without it, and removes missing ones', () => {
    stage(created, set('TOKEN', 'secret', true), set('LEVEL', 'debug'))
      .when(change({ variables: [{ key: 'TOKEN', encrypted: true, file: false }] }))
      .gives({ type: 'PipelineStageVariableRemoved', data: { pipelineStageId, key: 'LEVEL' } });
    stage(created)
      .when(change({ variables: [{ key: 'TOKEN', encrypted: true, file: false }] }))
      .refuses('pipelineStage.variableValuesEmpty');
    stage(created)
      .when(change({ variables: [{ key: 'CERT', value: '', encrypted: false, file: true }] }))
      .refuses('pipelineStage.fileEmpty');
  });

  it('is not found before it is created, nor once it is archived', () => {
    stage(created).when({ type: 'archivePipelineStage' }).gives(archived);
    stage(created, archived).when({ type: 'archivePipelineStage' }).refuses('pipelineStage.notFound');
    stage()
      .when(change({ name: 'X' }))
      .refuses('pipelineStage.notFound');
  });
});
