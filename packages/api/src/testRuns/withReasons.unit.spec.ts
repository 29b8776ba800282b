import type { AgentView, EnvironmentId, EnvironmentView, PipelineStageView, RunnerPoolView } from '@assay/contract';
import { waitingTexts } from '@assay/contract';
import { withReasons } from './withReasons.ts';

type Models = Parameters<typeof withReasons>[0];
type Known = {
  environment?: Partial<EnvironmentView>;
  stage?: Partial<PipelineStageView>;
  pools?: Partial<RunnerPoolView>[];
  agents?: Partial<AgentView>[];
};

/** What the read models would answer, with only what counts here. */
function modelsOf({ environment = {}, stage, pools = [], agents = [] }: Known): Models {
  const view = {
    name: 'Staging',
    maximumParallelTestRuns: 0,
    pipelineStageId: stage ? 'stage' : null,
    ...environment,
  } as EnvironmentView;
  const stageView = { linuxRunnerPoolId: null, windowsRunnerPoolId: null, ...stage } as PipelineStageView;
  const agentViews = agents.map((agent) => ({ status: 'Running', os: 'LINUX', pool: null, ...agent }) as AgentView);
  return {
    environment: async () => ({ view, secretValues: {} }),
    pipelineStage: async () => stageView,
    runnerPool: async (id) => (pools.find((pool) => pool.id === id) as RunnerPoolView | undefined) ?? null,
    agents: async () => agentViews,
  };
}

const run = {
  status: 'SUBMITTED' as const,
  statusInfo: null,
  environmentId: 'e' as EnvironmentId,
  environmentName: 'E',
};
const reasonOf = async (known: Known, changed: Partial<Parameters<typeof withReasons>[1][number]> = {}) =>
  (await withReasons(modelsOf(known), [{ ...run, ...changed }]))[0]?.statusInfo;
const poolId = (id: string) => id as RunnerPoolView['id'];
const large = { id: poolId('large'), name: 'Large', maxRunners: 2, currentRunners: 0 };
const inLarge = { linuxRunnerPoolId: large.id };

describe('a run that waits', () => {
  it.each<[string, Known, string | null]>([
    ['an agent is there', { agents: [{}] }, null],
    ['no agent is there', {}, waitingTexts.noRunner],
    ['the agents that are there have left', { agents: [{ status: 'Exited' }] }, waitingTexts.noRunner],
    ['all agents are of a pool', { agents: [{ pool: 'Large' }] }, waitingTexts.noRunner],
    ['an agent of its pool is there', { stage: inLarge, pools: [large], agents: [{ pool: ' large' }] }, null],
    [
      'no agent of its pool is there',
      { stage: inLarge, pools: [large], agents: [{}] },
      waitingTexts.noRunnerOf('Large'),
    ],
    [
      'those of its pool are of another system',
      { stage: inLarge, pools: [large], agents: [{ pool: 'Large', os: 'WINDOWS' }] },
      waitingTexts.noRunnerOf('Large'),
    ],
    [
      'its pool has all runners at work',
      { stage: inLarge, pools: [{ ...large, currentRunners: 2 }], agents: [{ pool: 'Large' }] },
      waitingTexts.poolFull('Large', 2),
    ],
    ['its pool is gone', { stage: inLarge, agents: [{}] }, waitingTexts.poolGone],
  ])('says why where %s', async (_, known, reason) => {
    expect(await reasonOf(known)).toBe(reason);
  });

  it('says nothing while one of two pools may serve it, and both reasons where none may', async () => {
    const small = { id: poolId('small'), name: 'Small', maxRunners: 1, currentRunners: 0 };
    const stage = { ...inLarge, windowsRunnerPoolId: small.id };
    const pools = [large, small];
    expect(await reasonOf({ stage, pools, agents: [{ pool: 'Small', os: 'WINDOWS' }] })).toBeNull();
    expect(await reasonOf({ stage, pools })).toBe(
      `${waitingTexts.noRunnerOf('Large')} ${waitingTexts.noRunnerOf('Small')}`,
    );
  });

  it('names the environment that takes no more runs', async () => {
    const environment = { maximumParallelTestRuns: 1 };
    expect(await reasonOf({ environment }, { status: 'QUEUED' })).toBe(waitingTexts.environmentFull('Staging', 1));
    expect(await reasonOf({}, { status: 'QUEUED' })).toBeNull();
  });

  it('keeps what it has to say already, and says nothing once it is under way', async () => {
    expect(await reasonOf({}, { statusInfo: 'known' })).toBe('known');
    expect(await reasonOf({}, { status: 'RUNNING' })).toBeNull();
  });
});
