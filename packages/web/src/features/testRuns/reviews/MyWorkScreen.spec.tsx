import type { NoticeView, TestRunId, UserId, WorkItem } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, testRunView, userView } from '../../../testSupport/views.ts';
import { MyWorkButton } from './MyWorkButton.tsx';
import { MyWorkScreen } from './MyWorkScreen.tsx';

const { id: myId } = userView('ADMIN');
const grace = 'grace' as UserId;
const done = { id: 'r1', revision: '1', position: positionAt(30) };
const failed = testRunView(1, { status: 'FAIL', reviewStatusId: 'TO_REVIEW' });

function show(element: React.ReactElement, routes: Routes = {}) {
  const page = makePage({ 'GET /user-roles': [], 'GET /quarantined-tests/ending': [], ...routes });
  return { ...page, ...renderOn(page, element) };
}

describe('my work', () => {
  const item = (name: string, change: Partial<WorkItem> = {}): WorkItem => ({
    id: `r1.${name}`,
    testRunId: failed.id,
    number: 418,
    projectName: 'Checkout',
    environmentName: 'staging',
    branch: 'main',
    runStatus: 'FAIL',
    nothingCouldPass: false,
    test: {
      key: name,
      file: 'cart.spec.ts',
      name,
      status: 'FAIL',
      flaky: false,
      recent: [],
      failingSince: null,
      cause: null,
    },
    reviewerUserId: myId,
    reviewStatusId: 'TO_REVIEW',
    reviewRevision: '1',
    assignedAt: '2026-11-01T10:00:00Z',
    assignedBy: { id: grace, fullName: 'Grace Hopper', email: 'grace@example.com' },
    ...change,
  });
  const pageOf = (items: WorkItem[], total = items.length) => ({ items, total, position: positionAt(20) });
  const told = (number: number, reason: NoticeView['reason'], change: Partial<NoticeView> = {}) => ({
    id: `n${number}`,
    testRunId: `r${number}`,
    reason,
    messageId: null,
    by: { id: grace, fullName: 'Grace Hopper', email: 'grace@example.com' },
    run: { number, projectName: 'Checkout', branch: 'main', status: 'FAIL', failCount: 3 },
    at: '2026-11-01T10:00:00Z',
    read: false,
    ...change,
  });

  it('lists tests and runs, where they are, and who gave them', async () => {
    show(<MyWorkScreen />, {
      'GET /review/mine': pageOf([item('adds'), item('r2', { test: null, testRunId: testRunView(2).id })]),
    });
    const [test, run] = await screen.findAllByRole('listitem');
    expect(within(test as HTMLElement).getByRole('link')).toHaveAttribute('href', '/northwind/test-runs/r1/tests/adds');
    expect(test).toHaveTextContent('Checkout #418 · cart.spec.ts · main');
    expect(test).toHaveTextContent('by Grace Hopper');
    expect(within(run as HTMLElement).getByRole('link')).toHaveAttribute('href', '/northwind/test-runs/r2');
  });

  it('says since when a test fails, how flaky it is, or that it passes again', async () => {
    const { test: adds } = item('adds');
    const outcome = (status: string, flaky = false) => ({ status, flaky, durationMs: 10 });
    const [fails, passes] = [outcome('FAIL'), outcome('PASS')];
    const since = (testRunId: string, number: number) => ({
      testRunId: testRunId as TestRunId,
      number,
      at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    });
    const of = (change: object) => ({ test: adds && { ...adds, ...change } });
    show(<MyWorkScreen />, {
      'GET /review/mine': pageOf([
        item('a', of({ recent: [fails, passes], failingSince: since(failed.id, 418) })),
        item('b', of({ recent: [fails, fails, passes], failingSince: since('r7', 416) })),
        item('c', of({ status: 'PASS', flaky: true, recent: [outcome('PASS', true), passes] })),
        item('d', of({ status: 'PASS', recent: [passes, fails] })),
      ]),
    });
    const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringContaining('new in #418passed before'),
      expect.stringContaining('since #4163 days, 2 runs'),
      expect.stringContaining('1 of 2 flaky'),
      expect.stringContaining('passes again'),
    ]);
  });

  it('says why a test failed, and how many tests of its run failed for it', async () => {
    const { test: adds } = item('adds');
    const of = (testCount: number | null) => ({
      test: adds && { ...adds, cause: { name: 'rates refused', testCount } },
    });
    show(<MyWorkScreen />, {
      'GET /review/mine': pageOf([item('adds', of(12)), item('pays', of(1)), item('ships', of(null))]),
    });
    const [together, alone, uncounted] = await screen.findAllByRole('listitem');
    expect(together).toHaveTextContent('main · with 11 other tests: rates refused');
    expect(alone).toHaveTextContent('main · rates refused');
    expect(uncounted).toHaveTextContent('main · rates refused');
  });

  it('shows an inconclusive run without a tick', async () => {
    const run = { test: null, runStatus: 'PASS' as const, nothingCouldPass: true };
    show(<MyWorkScreen />, { 'GET /review/mine': pageOf([item('r2', run)]) });
    expect(await screen.findByRole('img', { name: 'Test run' })).toHaveClass('ignored');
  });

  it('leaves out what got a final status, as soon as the service says so', async () => {
    let items = [item('adds'), item('pays')];
    const { tell } = show(<MyWorkScreen />, { 'GET /review/mine': () => ({ body: pageOf(items) }) });
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
    items = [item('pays')];
    act(() => tell('reviews', { kind: 'changed', ids: ['r1.adds'], position: positionAt(40) }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  });

  it('says that nothing waits, and shows a failure with a way to try again', async () => {
    const { unmount } = show(<MyWorkScreen />, { 'GET /review/mine': pageOf([]) });
    expect(await screen.findByText('Nothing assigned to you')).toBeVisible();
    unmount();
    const away = () => ({ status: 503, body: { code: 'away', message: 'The store is away.', requestId: 'req-7' } });
    show(<MyWorkScreen />, { 'GET /review/mine': away });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it.each([
    ['what its notices are', 'GET /users/me/notices'],
    ['what expires', 'GET /quarantined-tests/ending'],
  ])('says nothing before it knows %s', async (_, call) => {
    const away = () => ({ status: 503, body: { code: 'away', message: 'The store is away.', requestId: 'req-7' } });
    show(<MyWorkScreen />, { 'GET /review/mine': pageOf([]), [call]: away });
    expect(await screen.findByText('Your work could not be loaded')).toBeVisible();
    expect(screen.queryByText('Nothing assigned to you')).not.toBeInTheDocument();
  });

  it('has quarantines that end soon, to be given more time or let go', async () => {
    const quarantine = {
      projectId: 'p1',
      projectName: 'Checkout',
      testId: 'adds',
      file: 'cart.spec.ts',
      name: 'adds a cup',
      reason: 'fails at night',
      until: new Date(Date.now() + 86_400_000).toISOString(),
      by: { id: grace, fullName: 'Grace Hopper', email: 'grace@example.com' },
      testRunId: 'r9',
    };
    const { sent } = show(<MyWorkScreen />, {
      'GET /review/mine': pageOf([]),
      'GET /quarantined-tests/ending': [quarantine],
      'PUT /projects/p1/tests/adds/dequarantine': done,
    });
    const section = await screen.findByRole('region', { name: /^Expiring/ });
    expect(section).toHaveTextContent('Checkout · cart.spec.ts · fails at night');
    expect(within(section).getByRole('link')).toHaveAttribute('href', '/northwind/test-runs/r9/tests/adds');
    await userEvent.click(within(section).getByRole('button', { name: 'Dequarantine adds a cup' }));
    const released = { method: 'PUT', path: '/projects/p1/tests/adds/dequarantine' };
    await waitFor(() => expect(sent).toContainEqual(expect.objectContaining(released)));
  });

  it('has runs with mentions, and followed ones that failed, until they are opened', async () => {
    const notices = [
      told(1, 'mentioned'),
      told(2, 'finished'),
      told(3, 'finished', { read: true }),
      told(4, 'reviewer'),
    ];
    show(<MyWorkScreen />, {
      'GET /review/mine': pageOf([]),
      'GET /users/me/notices': { notices, unread: 3, position: positionAt(1) },
    });
    const mentioned = within(await screen.findByRole('region', { name: 'Mentioned 1' }));
    for (const link of mentioned.getAllByRole('link')) {
      expect(link).toHaveAttribute('href', '/northwind/test-runs/r1/messages');
    }
    expect(mentioned.getByRole('link', { name: 'Reply in Checkout #1' })).toBeVisible();
    expect(mentioned.getByText('Grace Hopper mentioned you · main')).toBeVisible();
    const broken = within(screen.getByRole('region', { name: 'Followed and failed 1' }));
    expect(broken.getByRole('link')).toHaveAttribute('href', '/northwind/test-runs/r2/test-results');
    expect(screen.queryByText('Nothing assigned to you')).not.toBeInTheDocument();
  });

  it('marks all of its notices as read, and nothing else', async () => {
    const { sent, address } = show(<MyWorkScreen />, {
      'GET /review/mine': pageOf([item('adds')]),
      'GET /users/me/notices': {
        notices: [told(1, 'mentioned'), told(2, 'finished'), told(3, 'reviewer'), told(4, 'mentioned', { read: true })],
        unread: 3,
        position: positionAt(1),
      },
      'POST /users/me/notices/read': done,
    });
    const bodies = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(bodies()).toEqual([{ ids: ['n1', 'n2'] }]));
    await userEvent.click(screen.getByRole('button', { name: 'Followed 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(bodies()).toEqual([{ ids: ['n1', 'n2'] }, { ids: ['n2'] }]));
    await userEvent.click(screen.getByRole('button', { name: 'Assigned to me 1' }));
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
    expect(address()).toContain('?show=assigned');
  });

  it('shows one kind of it when asked, which the address keeps', async () => {
    const { address } = show(<MyWorkScreen />, {
      'GET /review/mine': pageOf([item('adds')]),
      'GET /users/me/notices': { notices: [told(7, 'mentioned')], unread: 1, position: positionAt(1) },
    });
    const kind = (name: string) => within(screen.getByRole('group', { name: 'Show' })).getByRole('button', { name });
    const rows = () => screen.getAllByRole('link').filter((link) => link.hasAttribute('data-row'));
    const links = () => rows().map((link) => link.getAttribute('href'));
    await screen.findByRole('button', { name: 'All 2' });
    expect(kind('All 2')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(kind('Assigned to me 1'));
    expect(links()).toEqual(['/northwind/test-runs/r1/tests/adds']);
    await userEvent.click(kind('Mentioned 1'));
    expect(links()).toEqual(['/northwind/test-runs/r7/messages']);
    expect(address()).toContain('?show=mentioned');
    await userEvent.click(kind('Expiring 0'));
    expect(screen.getByText('Nothing under Expiring')).toBeVisible();
    await userEvent.click(kind('All 2'));
    expect(links()).toHaveLength(2);
  });

  it('is counted in the header', async () => {
    show(<MyWorkButton />, { 'GET /review/mine': pageOf([item('adds')], 120) });
    expect(await screen.findByRole('link', { name: 'My work, 120' })).toHaveTextContent('99+');
  });
});
