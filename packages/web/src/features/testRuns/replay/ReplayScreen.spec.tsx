import { limits, nothingExpired, type Position, type ReplayFrame, type TestRunView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Routes as Paths, Route } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { ReplayScreen } from './ReplayScreen.tsx';

const createdAt = '2026-11-01T10:00:00.000Z';
const positionOf = (n: number) => `e-${String(n).padStart(20, '0')}` as Position;
const frames: ReplayFrame[] = [
  { t: 0, event: 'TestRunCreated', set: { status: 'QUEUED', statusDisplay: 'Queued', passCount: 0, failCount: 0 } },
  { t: 1_000, event: 'TestRunStarted', set: { status: 'RUNNING', statusDisplay: 'Running', startTime: createdAt } },
  { t: 2_000, event: 'TestsListed', listed: ['adds', 'pays'] },
  { t: 3_000, event: 'TestFinished', tests: { adds: { status: 'PASS' } }, add: { passCount: 1 } },
  {
    t: 4_000,
    event: 'TestFinished',
    mark: 'failure' as const,
    tests: { pays: { status: 'FAIL' } },
    add: { failCount: 1 },
  },
  { t: 5_000, event: 'TestRunFinished', set: { status: 'FAIL', statusDisplay: 'Failed', endTime: createdAt } },
].map((frame, index) => ({ position: positionOf(index), ...frame }) as ReplayFrame);

const run = testRunView(1, { status: 'FAIL', createdAt, passCount: 1, failCount: 1 });
const tests = [resultRow('adds'), resultRow('pays', { status: 'FAIL', error: 'no money' })];
const pays = { ...tests[1], projectId: 'p1', attemptsDetail: [], expired: nothingExpired, failingSince: null };

function open(at = '', routes: Routes = {}, shown: TestRunView = run) {
  const page = makePage({
    'GET /test-runs/r1': { ...shown, testRunners: [] },
    'GET /test-runs/r1/results': { tests, total: tests.length, position: positionAt(20) },
    'GET /test-runs/r1/results/pays': pays,
    'GET /test-runs/r1/replay': { frames, createdAt, next: null },
    ...routes,
  });
  const paths = (
    <Paths>
      <Route path="/:account/test-runs/:testRunId/replay/:tab?" element={<ReplayScreen />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Paths>
  );
  return { ...page, ...renderOn(page, paths, `/northwind/test-runs/r1/replay${at}`) };
}

const counts = () => within(screen.getByRole('list', { name: 'Counts' }));
const loaded = () => screen.findByText(/of 6$/);

describe('the replay of a run', () => {
  it('shows the page as it stood at the moment of the address', async () => {
    open('?at=3500');
    expect(await screen.findByText(/event 4 of 6$/)).toBeVisible();
    expect(screen.getByRole('list', { name: 'About this run' })).toHaveTextContent(/^Running/);
    expect(counts().getByText('1 passed')).toBeVisible();
    expect(await screen.findByRole('treeitem', { name: /^Passed adds/ })).toBeInTheDocument();
    expect(screen.getByRole('treeitem', { name: /^Pending pays/ })).toBeInTheDocument();
  });

  it('begins at a moment by the clock, which becomes a place, and is let go by who moves', async () => {
    const { address } = open('?moment=2026-11-01T10:00:03.500Z');
    expect(await screen.findByText(/event 4 of 6$/)).toBeVisible();
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1/replay?at=3500'));
    await userEvent.keyboard('.');
    expect(screen.getByText(/event 5 of 6$/)).toBeVisible();
  });

  it('steps by keys, jumps to what matters, and keeps the moment in the address', async () => {
    const { address } = open();
    await loaded();
    await userEvent.keyboard('..');
    expect(screen.getByText(/event 3 of 6$/)).toBeVisible();
    expect(address()).toBe('/northwind/test-runs/r1/replay?at=2000');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText(/event 5 of 6$/)).toBeVisible();
    expect(counts().getByText('1 failed')).toBeVisible();
    await userEvent.keyboard(',');
    expect(screen.getByText(/event 4 of 6$/)).toBeVisible();
  });

  it('marks what was written meanwhile, and not what was written after it', async () => {
    const message = (id: string, second: number, change: object = {}) => ({
      id,
      testRunId: 'r1',
      userId: null,
      user: null,
      mentions: [],
      editedAt: null,
      editableUntil: null,
      createdAt: `2026-11-01T10:00:${String(second).padStart(2, '0')}.000Z`,
      text: 'on it',
      deletedAt: null,
      position: positionAt(second),
      ...change,
    });
    const messages = [message('m1', 2), message('m2', 3, { text: null, deletedAt: createdAt }), message('m3', 50)];
    open('', { 'GET /test-runs/r1/messages': { messages, total: 3, position: positionAt(1) } });
    expect(await screen.findByTitle(/^message/)).toHaveAttribute('title', 'message 0:02');
    await loaded();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText(/event 3 of 6$/)).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText(/event 5 of 6$/)).toBeVisible();
  });

  it('plays to the end, which is the run as it is', async () => {
    open();
    await loaded();
    await userEvent.click(screen.getByRole('button', { name: '100×' }));
    await userEvent.keyboard(' ');
    expect(await screen.findByText(/event 6 of 6$/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Play (Space)' })).toBeVisible();
    expect(screen.getByRole('list', { name: 'About this run' })).toHaveTextContent(/^Failed/);
  });

  it('plays nothing by itself', async () => {
    open();
    await loaded();
    expect(screen.getByRole('button', { name: 'Play (Space)' })).toBeVisible();
    expect(screen.getByText(/event 1 of 6$/)).toBeVisible();
  });

  it('changes nothing', async () => {
    open('?at=5000&test=pays');
    await screen.findByRole('article', { name: 'pays' });
    for (const name of [/Rerun/, /Set status/, /^(Unq|Q)uarantine/, /^Cancel/, /eview/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    for (const item of await screen.findAllByRole('treeitem')) expect(item).not.toHaveAttribute('aria-checked');
  });

  it('copies a link to the moment, and is left by Escape', async () => {
    const user = userEvent.setup();
    const { address } = open('?at=3500');
    await loaded();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toContain('at=3500');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1/test-results'));
  });

  it('reads page after page', async () => {
    const paged = ({ path }: { path: string }) => {
      const second = path.includes('after=');
      const next = second ? null : positionOf(2);
      return { body: { frames: second ? frames.slice(3) : frames.slice(0, 3), createdAt, next } };
    };
    open('?at=5000', { 'GET /test-runs/r1/replay': paged });
    expect(await screen.findByText(/event 6 of 6$/)).toBeVisible();
  });

  it('reads the tape while the results are on their way', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const results = async () => {
      await asked;
      return { body: { tests, total: tests.length, position: positionAt(20) } };
    };
    const { sent } = open('', { 'GET /test-runs/r1/results': results });
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/test-runs/r1/replay'));
    answer();
    await loaded();
  });

  it('is painted with some tests of a large run, and loading until all of them are there', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const results = async ({ path }: { path: string }) => {
      const isPart = path.includes(`limit=${limits.firstResults}`);
      if (!isPart) await asked;
      return { body: { tests: isPart ? tests.slice(0, 1) : tests, total: tests.length, position: positionAt(20) } };
    };
    const large = { ...run, testCount: limits.largeRun };
    open('?at=3500', { 'GET /test-runs/r1/results': results }, large);
    expect(await screen.findByRole('treeitem', { name: /^Passed adds/ })).toBeInTheDocument();
    expect(screen.queryByRole('treeitem', { name: /pays/ })).not.toBeInTheDocument();
    expect(screen.getByText(/event 4 of 6.*loading/)).toBeVisible();
    answer();
    expect(await screen.findByRole('treeitem', { name: /^Pending pays/ })).toBeInTheDocument();
    expect(screen.getByText(/event 4 of 6$/)).toBeVisible();
  });

  it('tells late results, as they happened or as they were known', async () => {
    const late = { ...frames[3], t: 4_500, happened: 3_000 };
    const replay = { frames: [...frames.slice(0, 3), frames[4], late, frames[5]], createdAt, next: null };
    open('?at=3500', { 'GET /test-runs/r1/replay': replay });
    expect(await screen.findByText('known 1.5s later')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'As it was known' }));
    expect(await screen.findByRole('treeitem', { name: /^Pending adds/ })).toBeInTheDocument();
    expect(screen.queryByText('known 1.5s later')).not.toBeInTheDocument();
  });

  it('can be tried again when it could not be loaded', async () => {
    const failed = () => ({ status: 500, body: { code: 'internal', message: 'Broken.', requestId: 'q' } });
    open('', { 'GET /test-runs/r1/replay': failed });
    expect(await screen.findByText('The replay could not be loaded')).toBeVisible();
  });

  it('is not there for uploaded results', async () => {
    open('', {}, testRunView(1, { upload: { files: [], notes: [] } }));
    expect(await screen.findByText('No replay')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the test run' })).toHaveAttribute('href', '/northwind/test-runs/r1');
  });
});
