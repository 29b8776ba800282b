import type {
  AccountId,
  AgentId,
  AgentView,
  EnvironmentId,
  EnvironmentView,
  PipelineStageView,
  RunnerPoolView,
} from '@assay/contract';
import { waitingTexts } from '@assay/contract';
import type { WorkOverview } from '@assay/operations';
import { withReasons } from './withReasons.ts';

type Source = Parameters<typeof withReasons>[0];
type Known = {
  environment?: Partial<EnvironmentView>;
  stage?: Partial<PipelineStageView>;
  pools?: Partial<RunnerPoolView>[];
  agents?: Partial<AgentView>[];
  work?: Partial<WorkOverview>;
};

/** The read models' answers, reduced to what matters here. */
function sourceOf({ environment = {}, stage, pools = [], agents = [], work = {} }: Known): Source {
  const view = {
    name: 'Staging',
    maximumParallelTestRuns: 0,
    pipelineStageId: stage ? 'stage' : null,
    ...environment,
  } as EnvironmentView;
  const stageView = { linuxRunnerPoolId: null, windowsRunnerPoolId: null, ...stage } as PipelineStageView;
  const agentViews = agents.map(
    (agent) => ({ id: agentId, status: 'Running', os: 'LINUX', pool: null, capacity: 1, ...agent }) as AgentView,
  );
  const models: Source['models'] = {
    environment: async () => ({ view, secretValues: {} }),
    pipelineStage: async () => stageView,
    runnerPools: async () => pools.map((pool) => ({ runnerType: 'LINUX', ...pool }) as RunnerPoolView),
    agents: async () => agentViews,
    account: async () => null,
  };
  const overview = { takenPlaces: new Map(), working: { LINUX: 0, WINDOWS: 0 }, waitingFor: [], ...work };
  return { models, workQueue: { overviewOf: async () => overview }, accountId: 'acme' as AccountId };
}

const agentId = 'agent' as AgentId;
const taken = (all: number) => new Map([[agentId, { all, own: 0 }]]);
const run = {
  status: 'SUBMITTED' as const,
  statusInfo: null,
  environmentId: 'e' as EnvironmentId,
  environmentName: 'E',
};
const reasonOf = async (known: Known, changed: Partial<Parameters<typeof withReasons>[1][number]> = {}) =>
  (await withReasons(sourceOf(known), [{ ...run, ...changed }]))[0]?.statusInfo;
const poolId = (id: string) => id as RunnerPoolView['id'];
const large = { id: poolId('large'), name: 'Large', maxRunners: 2, currentRunners: 0 };
const inLarge = { linuxRunnerPoolId: large.id };

describe('a waiting run', () => {
  it.each<[string, Known, string | null]>([
    ['an agent is running', { agents: [{}] }, null],
    ['no agent is running', {}, waitingTexts.noAgent],
    ['all agents have exited', { agents: [{ status: 'Exited' }] }, waitingTexts.noAgent],
    ['all agents are being stopped', { agents: [{ status: 'Draining' }] }, waitingTexts.onlyStopping],
    ['all agents belong to a pool', { agents: [{ pool: 'Large' }] }, waitingTexts.onlyInPools],
    [
      'all places are taken',
      { agents: [{ capacity: 2 }], work: { takenPlaces: taken(2) } },
      waitingTexts.placesTaken(2),
    ],
    ['a place is free', { agents: [{ capacity: 2 }], work: { takenPlaces: taken(1) } }, null],
    [
      'all runners of the account are at work',
      { agents: [{ capacity: 99 }], work: { working: { LINUX: 10, WINDOWS: 0 } } },
      waitingTexts.accountFull(10),
    ],
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
    const small = {
      id: poolId('small'),
      name: 'Small',
      runnerType: 'WINDOWS' as const,
      maxRunners: 1,
      currentRunners: 0,
    };
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
