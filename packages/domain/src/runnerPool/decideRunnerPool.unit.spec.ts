import type { RunnerPoolId } from '@assay/contract';
import type { RunnerPoolEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { runnerPoolDecider } from './decideRunnerPool.ts';

const runnerPoolId = 'pool-1' as RunnerPoolId;
const facts = { runnerPoolId, name: 'Large', runnerType: 'LINUX' as const, maxRunners: 4 };
const created: RunnerPoolEvent = { type: 'RunnerPoolCreated', data: facts };
const archived: RunnerPoolEvent = { type: 'RunnerPoolArchived', data: { runnerPoolId } };
const pool = (...events: RunnerPoolEvent[]) => given(runnerPoolDecider, ...events);

describe('a runner pool', () => {
  it('is created once, and not again under the id of an archived one', () => {
    const create = { type: 'createRunnerPool' as const, ...facts };
    pool().when(create).gives(created);
    pool(created).when(create).refuses('runnerPool.exists');
    pool(created, archived).when(create).refuses('runnerPool.exists');
  });

  it('records each change as its own event, and only what changed', () => {
    const change = { type: 'changeRunnerPool' as const, inUse: false };
    pool(created)
      .when({ ...change, name: 'Larger', runnerType: 'WINDOWS', maxRunners: 8 })
      .gives(
        { type: 'RunnerPoolRenamed', data: { runnerPoolId, from: 'Large', name: 'Larger' } },
        { type: 'RunnerPoolTypeChanged', data: { runnerPoolId, from: 'LINUX', runnerType: 'WINDOWS' } },
        { type: 'RunnerPoolMaximumChanged', data: { runnerPoolId, from: 4, maxRunners: 8 } },
      );
    pool(created)
      .when({ ...change, name: 'Large', runnerType: 'LINUX', maxRunners: 4 })
      .gives();
  });

  it('keeps its type and cannot be archived while a stage uses it; the rest may change', () => {
    const change = { type: 'changeRunnerPool' as const, inUse: true };
    pool(created)
      .when({ ...change, runnerType: 'WINDOWS' })
      .refuses('runnerPool.inUse');
    pool(created)
      .when({ ...change, runnerType: 'LINUX', maxRunners: 1 })
      .givesTypes('RunnerPoolMaximumChanged');
    pool(created).when({ type: 'archiveRunnerPool', inUse: true }).refuses('runnerPool.inUse');
    pool(created).when({ type: 'archiveRunnerPool', inUse: false }).gives(archived);
  });

  it('is not found before it is created, nor once it is archived', () => {
    pool(created, archived).when({ type: 'archiveRunnerPool', inUse: false }).refuses('runnerPool.notFound');
    pool().when({ type: 'changeRunnerPool', inUse: false, name: 'X' }).refuses('runnerPool.notFound');
  });
});
