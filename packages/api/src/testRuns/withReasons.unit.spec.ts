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

/** The read models' answers, reduced to what matters here. */
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

describe('a waiting run', () => {
  it.each<[string, Known, string | null]>([
    ['an agent is running', { agents: [{}] }, null],
    ['no agent is running', {}, waitingTexts.noRunner],
    ['all agents have exited', { agents: [{ status: 'Exited' }] }, waitingTexts.noRunner],
    ['all agents belong to a pool', { agents: [{ pool: 'Large' }] }, waitingTexts.noRunner],
    ['an agent of its pool is running', { stage: inLarge, pools: [large], agents: [{ pool: ' large' }] }, null],
    [
      'no agent of its pool is running',
      { stage: inLarge, pools: [large], agents: [{}] },
      waitingTexts.noRunnerOf('Large'),
    ],
    [
      'the agents of its pool run another system',
      { stage: inLarge, pools: [large], agents: [{ pool: 'Large', os: 'WINDOWS' }] },
      waitingTexts.noRunnerOf('Large'),
    ],
    [
      'all runners of its pool are busy',
      { stage: inLarge, pools: [{ ...large, currentRunners: 2 }], agents: [{ pool: 'Large' }] },
      waitingTexts.poolFull('Large', 2),
    ],
    ['its pool is gone', { stage: inLarge, agents: [{}] }, waitingTexts.poolGone],
  ])('says why if %s', async (_, known, reason) => {
    expect(await reasonOf(known)).toBe(reason);
  });

  it('gives no reason while one of two pools may serve it, and both if neither may', async () => {
    const small = { id: poolId('small'), name: 'Small', maxRunners: 1, currentRunners: 0 };
    const stage = { ...inLarge, windowsRunnerPoolId: small.id };
    const pools = [large, small];
    expect(await reasonOf({ stage, pools, agents: [{ pool: 'Small', os: 'WINDOWS' }] })).toBeNull();
    expect(await reasonOf({ stage, pools })).toBe(
      `${waitingTexts.noRunnerOf('Large')} ${waitingTexts.noRunnerOf('Small')}`,
    );
  });

  it('names the environment that is full', async () => {
    const environment = { maximumParallelTestRuns: 1 };
    expect(await reasonOf({ environment }, { status: 'QUEUED' })).toBe(waitingTexts.environmentFull('Staging', 1));
    expect(await reasonOf({}, { status: 'QUEUED' })).toBeNull();
  });

  it('keeps an existing status info, and adds nothing once it is running', async () => {
    expect(await reasonOf({}, { statusInfo: 'known' })).toBe('known');
    expect(await reasonOf({}, { status: 'RUNNING' })).toBeNull();
  });
});
