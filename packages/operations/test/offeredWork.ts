import {
  type AccountId,
  type AgentId,
  defaultProjectSettings,
  type ListedTest,
  type ProjectId,
  type RunOrder,
  type TestId,
  type TestRunId,
} from '@assay/contract';
import { noPools, type SetupOffer, type UnitOffer, type UnitsOffer } from '../src/index.ts';

export const acme = 'acme' as AccountId;
export const agentA = 'agent-a' as AgentId;
export const agentB = 'agent-b' as AgentId;

export function orderOf(testRunId: string): RunOrder {
  return {
    testRunId: testRunId as TestRunId,
    number: 1,
    projectId: 'shop' as ProjectId,
    projectKey: 'shop',
    settings: { ...defaultProjectSettings, gitUrl: 'https://git.example.org/shop', testingFramework: 'Playwright' },
    branch: 'main',
    ref: null,
    commit: null,
    build: null,
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    selectedTests: null,
    testTimeoutSeconds: 900,
    retryFailedTests: false,
    recordVideo: true,
    playwrightProject: null,
    environmentKey: 'test',
    environmentUrl: null,
  };
}

export function setupOf(testRunId: string, changed: Partial<SetupOffer> = {}): SetupOffer {
  const order = orderOf(testRunId);
  return { accountId: acme, projectId: order.projectId, priority: 1, order, pools: noPools, attempt: 1, ...changed };
}

export function testOf(name: string): ListedTest {
  return { testId: name as TestId, file: 'cart.spec.ts', name, line: null, tags: [], selector: null };
}

export function unitOf(unit: number, changed: Partial<UnitOffer> = {}): UnitOffer {
  return {
    unit,
    attempt: 1,
    copy: null,
    expectedMs: 1000,
    tests: [testOf(`test${unit}`)],
    quarantined: [],
    ...changed,
  };
}

export function unitsOf(testRunId: string, units: UnitOffer[], changed: Partial<UnitsOffer> = {}): UnitsOffer {
  const order = orderOf(testRunId);
  return {
    testRunId: order.testRunId,
    accountId: acme,
    priority: 1,
    seats: 10,
    order,
    pools: noPools,
    units,
    ...changed,
  };
}
