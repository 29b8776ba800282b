import { nothingExpired } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Routes as Paths, Route } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../../../testSupport/testResultView.ts';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { TestScreen } from '../test/TestScreen.tsx';
import { TestRunScreen } from './TestRunScreen.tsx';

const log = { name: 'setup', title: 'Set-up', size: 8, updatedAt: '2026-11-20T10:00:00Z' };
const runner = { id: 'r1-agent-1', uuid: 'r1-agent-1', status: 'Exited', testsRun: 3, agentName: 'builder' };
const said = { id: 'm1', testRunId: 'r1', text: 'Looks good', user: null, userId: null, mentions: [], editedAt: null };
const at = '2026-11-01T10:00:00.000Z';
const answers: Routes = {
  'GET /test-runs/r1': { ...testRunView(1), testRunners: [], expired: nothingExpired },
  'GET /test-runs/r1/results': { tests: [resultRow('adds')], total: 1, position: positionAt(20) },
  'GET /test-runs/r1/results/adds': testResultView(attemptView(1)),
  'GET /test-runs/r1/logs': [log],
  'GET /test-runs/r1/logs/setup': { text: 'cloned\n', nextOffset: 7, size: 7, times: [] },
  'GET /test-runs/r1/messages': {
    messages: [{ ...said, createdAt: at, editableUntil: at, deletedAt: null, position: positionAt(2) }],
    total: 1,
    position: positionAt(9),
  },
  'GET /test-runs/r1/test-runners': [
    { ...runner, currentTest: null, createdAt: at, exitedAt: at, exitReason: 'runEnded', replacedById: null },
  ],
};

describe('what fails to load on the pages of a run', () => {
  it.each([
    { what: 'the run', path: '', route: '', failed: 'The test run could not be loaded', shown: 'Checkout' },
    {
      what: 'a test',
      path: '/tests/adds',
      route: '/results/adds',
      failed: 'The test could not be loaded',
      shown: 'no such cup',
    },
    { what: 'its logs', path: '/logs', route: '/logs', failed: 'The logs could not be loaded', shown: 'cloned' },
    {
      what: 'its messages',
      path: '/messages',
      route: '/messages',
      failed: 'The messages could not be loaded',
      shown: 'Looks good',
    },
    {
      what: 'its runners',
      path: '/runners',
      route: '/test-runners',
      failed: 'The runners could not be loaded',
      shown: 'builder',
    },
  ])('says so of $what, with the id to report, and shows it once it is read again', async (given) => {
    const name = `GET /test-runs/r1${given.route}`;
    let isAway = true;
    const page = makePage({
      ...answers,
      [name]: () =>
        isAway
          ? { status: 500, body: { code: 'internal', message: 'The store is away.', requestId: 'req-9' } }
          : { body: answers[name] },
    });
    const paths = (
      <Paths>
        <Route path="/:account/test-runs/:testRunId/tests/:testKey" element={<TestScreen />} />
        <Route path="/:account/test-runs/:testRunId/:tab?" element={<TestRunScreen />} />
      </Paths>
    );
    renderOn(page, paths, `/northwind/test-runs/r1${given.path}`);
    const alert = (await screen.findByText(given.failed)).closest<HTMLElement>('[role="alert"]');
    expect(alert).toHaveTextContent('The store is away.');
    expect(alert).toHaveTextContent('req-9');
    expect(screen.queryByText(given.shown)).not.toBeInTheDocument();
    isAway = false;
    await userEvent.click(within(alert as HTMLElement).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(given.shown)).toBeVisible();
    expect(screen.queryByText(given.failed)).not.toBeInTheDocument();
  });
});
