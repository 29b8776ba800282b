import type { AgentId, StaffAccessView, StaffTestRunDetailView, TestRunnerView } from '@assay/contract';
import { AppRoutes } from '../app/AppRoutes.tsx';
import { makePage, type Routes, renderOn } from './pageOfTests.tsx';
import { type accountId, positionAt, staffHeader, testRunView, userView } from './views.ts';

/** What the service answers to a change. */
export const done = { status: 201, body: { id: 'x', revision: '1', position: positionAt(2) } };
/** Why staff read test runs of the account. */
export const reason = 'Ticket 4112: it hangs';
/** The account whose runs are read. */
export const harbour = 'harbour-id' as typeof accountId;
/** The access of the staff to that account. */
export const access: StaffAccessView = {
  id: 'sa1' as StaffAccessView['id'],
  accountId: harbour,
  accountName: 'harbour',
  reason,
  startedAt: '2026-03-01T12:00:00.000Z',
  until: '2999-01-01T00:00:00.000Z',
};
const ofHarbour = { account: { id: harbour, name: 'harbour' }, testTimeoutSeconds: 60, timeoutMinutes: 10 };
/** A log without entries. */
export const noLogs = { entries: [], nextOffset: null };
const runner: TestRunnerView = {
  id: 'run-agent-0' as TestRunnerView['id'],
  uuid: 'u',
  status: 'Running',
  testsRun: 19,
  testRunnerAgentId: 'agent' as AgentId,
  agentName: 'agent-02',
  currentTest: 'pays in three instalments',
  currentTestStartTime: '2026-03-01T12:00:00.000Z',
  createdAt: '2026-03-01T12:00:00.000Z',
  exitedAt: null,
  exitReason: null,
  replacedById: null,
};
/** A run of that account with a runner that is busy and one that has exited. */
export const detail: StaffTestRunDetailView = {
  ...testRunView(1, { status: 'RUNNING', failCount: 1 }),
  ...ofHarbour,
  testRunners: [runner, { ...runner, id: 'run-agent-1' as TestRunnerView['id'], status: 'Exited', currentTest: null }],
  expired: { logs: null, details: null, attachments: null },
  firstFailures: [{ testId: 't1' as never, file: 'cart.spec.ts', name: 'splits a cart' }],
};
const testList = {
  output: '',
  outputSize: 0,
  error: null,
  filters: ['Include tag: @split'],
  listedAt: null,
  listingMs: null,
  testCount: null,
  foundCount: null,
  infos: [],
  unfilteredInfos: null,
};

/** Opens a page of the console. @returns the page and what it sent */
export function showStaff(at: string, routes: Routes = {}) {
  const page = makePage({
    'GET /employee': { employee: true },
    'GET /employee/header-data': staffHeader,
    'GET /users/me': { ...userView('ADMIN'), staffAccess: [access] },
    'GET /employee/accounts/harbour-id': { id: harbour, name: 'harbour', tier: 2, legacyPlan: false, testRunCount: 1 },
    'GET /employee/accounts': {
      accounts: [{ id: harbour, name: 'harbour', tier: 2, legacyPlan: false, testRunCount: 1 }],
      total: 1,
    },
    'GET /employee/test-runs': {
      testRuns: [{ ...testRunView(1, { status: 'QUEUED' }), ...ofHarbour }],
      total: 1,
      totalIsLeast: false,
    },
    'GET /employee/test-runs/r1': detail,
    'GET /employee/test-runs/r1/logs': noLogs,
    'GET /employee/test-runs/r1/test-list-result': testList,
    ...routes,
  });
  const sent = (method: string) => page.sent.filter((request) => request.method === method);
  return { page, sent, ...renderOn(page, <AppRoutes />, at) };
}
