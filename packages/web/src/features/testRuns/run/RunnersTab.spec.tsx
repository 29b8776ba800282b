import type { TestRunnerView } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testRunView } from '../../../testSupport/views.ts';
import { RunnersTab } from './RunnersTab.tsx';

const runner: TestRunnerView = {
  id: 'runner-1' as TestRunnerView['id'],
  uuid: 'runner-1',
  status: 'Idle',
  testsRun: 3,
  testRunnerAgentId: 'agent-1' as TestRunnerView['testRunnerAgentId'],
  agentName: 'builder',
  currentTest: null,
  currentTestStartTime: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  exitedAt: null,
  exitReason: null,
  replacedById: null,
};

describe('the runners of a run', () => {
  it.each([
    [{ remainingMessages: 1, currentRunnerCount: 1 }, 'the tests that are left run on other runners'],
    [{ remainingMessages: 3, currentRunnerCount: 1 }, 'gets its next tests in a moment'],
    [{ remainingMessages: 0, currentRunnerCount: 0 }, 'no tests are left'],
  ])('say why they are idle with %j', async (counts, why) => {
    const run = testRunView(1, { status: 'RUNNING', ...counts });
    renderOn(makePage({ [`GET /test-runs/${run.id}/test-runners`]: [runner] }), <RunnersTab run={run} />);
    expect(await screen.findByText(why)).toBeVisible();
  });

  it('have the names that logs and timeline call them by, also in place of each other', async () => {
    const run = testRunView(1, { status: 'RUNNING' });
    const replaced = { status: 'Exited', exitReason: 'replaced', replacedById: 'r1-agent-1-again2' };
    const runners = [{ ...runner, id: 'r1-agent-1', uuid: 'r1-agent-1', ...replaced }];
    renderOn(makePage({ [`GET /test-runs/${run.id}/test-runners`]: runners }), <RunnersTab run={run} />);
    expect(
      await screen.findByRole('row', { name: /Exited, replaced by Runner 2 \(2\) Runner 2 builder/ }),
    ).toBeVisible();
  });

  it('say what the run waits for while there are none', async () => {
    const statusInfo = 'Waits for an agent: none is connected.';
    const run = testRunView(1, { status: 'SUBMITTED', statusInfo });
    renderOn(makePage({ [`GET /test-runs/${run.id}/test-runners`]: [] }), <RunnersTab run={run} />);
    expect(await screen.findByText(statusInfo)).toBeVisible();
  });

  it.each([
    { exitReason: 'runEnded', text: 'Exited', shape: 'notRun' },
    { exitReason: 'stopped', text: 'Exited, stopped', shape: 'canceled' },
  ])('that $text have a shape of their own', async ({ exitReason, text, shape }) => {
    const exited = { ...runner, status: 'Exited', exitReason, exitedAt: '2026-03-01T12:05:00.000Z' };
    renderOn(makePage({ 'GET /test-runs/r1/test-runners': [exited] }), <RunnersTab run={testRunView(1)} />);
    const status = within(await screen.findByRole('row', { name: /^Exited/ })).getByText(text);
    expect(status.querySelector('svg')).toHaveClass(shape);
  });

  it('were none where a run is over without any', async () => {
    renderOn(makePage({ 'GET /test-runs/r1/test-runners': [] }), <RunnersTab run={testRunView(1)} />);
    expect(await screen.findByText('No runner worked on this run.')).toBeVisible();
  });
});
