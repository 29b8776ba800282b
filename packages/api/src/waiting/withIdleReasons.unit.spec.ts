import { type AccountId, type AgentId, type AgentView, idleTexts, type RunnerPoolView } from '@assay/contract';
import { noPools, type WorkOverview } from '@assay/operations';
import { withIdleReasons } from './withIdleReasons.ts';
import type { SituationModels } from './workSituation.ts';

type Known = { agent?: Partial<AgentView>; pools?: RunnerPoolView[]; work?: Partial<WorkOverview> };

const poolId = (id: string) => id as RunnerPoolView['id'];
const large = {
  id: poolId('large'),
  name: 'Large',
  runnerType: 'LINUX',
  maxRunners: 2,
  currentRunners: 0,
} as RunnerPoolView;
const forLarge = { linuxPoolId: large.id, windowsPoolId: null };
const agentId = 'a' as AgentId;

async function reasonOf({ agent = {}, pools = [large], work = {} }: Known): Promise<string | null | undefined> {
  const view = { id: agentId, status: 'Running', os: 'LINUX', pool: null, capacity: 2, nonExitedRunners: 0, ...agent };
  const models: SituationModels = {
    agents: async () => [view as AgentView],
    runnerPools: async () => pools,
    account: async () => null,
  };
  const overview = { takenPlaces: new Map(), working: { LINUX: 0, WINDOWS: 0 }, waitingFor: [], ...work };
  const source = { models, workQueue: { overviewOf: async () => overview }, accountId: 'acme' as AccountId };
  return (await withIdleReasons(source))[0]?.idleReason;
}
const taken = (all: number, own: number) => new Map([[agentId, { all, own }]]);

describe('an agent without work', () => {
  it.each<[string, Known, string | null]>([
    ['no work waits', {}, idleTexts.noWork],
    ['it may take work any moment', { work: { waitingFor: [noPools] } }, null],
    ['it works', { work: { takenPlaces: taken(1, 1) } }, null],
    ['others have all its places', { work: { takenPlaces: taken(2, 0) } }, idleTexts.busyElsewhere],
    ['it is being stopped', { agent: { status: 'Draining' } }, idleTexts.stopping],
    ['it was replaced', { agent: { status: 'Deprecated' } }, idleTexts.replaced],
    ['it is gone', { agent: { status: 'Exited' } }, null],
    ['all work waits for pools', { work: { waitingFor: [forLarge] } }, idleTexts.onlyInPools],
    [
      'no work waits for its pool',
      { agent: { pool: 'Large' }, work: { waitingFor: [noPools] } },
      idleTexts.otherPools('Large'),
    ],
    [
      'work waits for its pool on another system',
      { agent: { pool: 'Large', os: 'WINDOWS' }, work: { waitingFor: [forLarge] } },
      idleTexts.otherPools('Large'),
    ],
    ['it may take work of its pool any moment', { agent: { pool: ' large' }, work: { waitingFor: [forLarge] } }, null],
    [
      'its pool is full',
      { agent: { pool: 'Large' }, pools: [{ ...large, currentRunners: 2 }], work: { waitingFor: [forLarge] } },
      idleTexts.poolFull('Large', 2),
    ],
    [
      'its account has all runners at work',
      { work: { waitingFor: [noPools], working: { LINUX: 10, WINDOWS: 0 } } },
      idleTexts.accountFull(10),
    ],
  ])('says why if %s', async (_, known, reason) => {
    expect(await reasonOf(known)).toBe(reason);
  });
});
