import type { NoticeView, TestResultView, TestRunView, UserId, UserRoleView, WorkItem } from '@assay/contract';
import { Notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testResultView } from '../../../testSupport/testResultView.ts';
import { positionAt, testRunView, userView } from '../../../testSupport/views.ts';
import { RunRow } from '../list/RunRow.tsx';
import { MyWorkButton } from './MyWorkButton.tsx';
import { MyWorkScreen } from './MyWorkScreen.tsx';
import { ReviewMark } from './ReviewMark.tsx';
import { RunReview } from './RunReview.tsx';
import { TestReview } from './TestReview.tsx';

const { id: myId } = userView('ADMIN');
const grace = 'grace' as UserId;
const people = [
  { id: 'role-grace', user: { id: grace, fullName: 'Grace Hopper', email: 'grace@example.com' } },
  { id: 'role-me', user: { id: myId, fullName: 'Ada Lovelace', email: 'ada@example.com' } },
] as UserRoleView[];
const done = { id: 'r1', revision: '1', position: positionAt(30) };
const failed = testRunView(1, { status: 'FAIL', reviewStatusId: 'TO_REVIEW' });
const test: TestResultView = { ...testResultView(), reviewStatusId: 'TO_REVIEW' };

function show(element: React.ReactElement, routes: Routes = {}) {
  const page = makePage({ 'GET /user-roles': people, 'GET /quarantined-tests/ending': [], ...routes });
  return { ...page, ...renderOn(page, element) };
}
const sentTo = (
  sent: { method: string; path: string; body: unknown; headers: Record<string, string> }[],
  path: string,
) => sent.find((request) => request.method === 'PUT' && request.path === path);

describe('the review of a run', () => {
  it('is given to somebody, who is named, with the revision that was seen', async () => {
    const user = userEvent.setup();
    const { sent } = show(<RunReview run={failed} />, { 'PUT /review/user': done });
    const reviewer = await screen.findByRole('button', { name: 'Reviewer of Checkout #1: No reviewer' });
    // Nobody may change it until it is known who looks at it.
    await waitFor(() => expect(reviewer).toBeEnabled());
    await user.click(reviewer);
    const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(names).toEqual([expect.stringMatching(/Me$/), expect.stringMatching(/Grace Hopper$/)]);
    await user.click(screen.getByRole('menuitem', { name: /Grace Hopper/ }));
    await waitFor(() => expect(sentTo(sent, '/review/user')).toBeDefined());
    expect(sentTo(sent, '/review/user')?.body).toEqual({
      reviewType: 'TEST_RUN',
      testRunId: 'r1',
      testRunTestId: null,
      assigneeUserId: grace,
    });
    expect(new Headers(sentTo(sent, '/review/user')?.headers).get('if-match')).toContain('0');
  });

  it('gets another status', async () => {
    const user = userEvent.setup();
    const { sent } = show(<RunReview run={failed} />, { 'PUT /review/status': done });
    await user.click(await screen.findByRole('button', { name: 'To review, review status of Checkout #1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Product bug' }));
    await waitFor(() =>
      expect(sentTo(sent, '/review/status')?.body).toMatchObject({ testRunId: 'r1', reviewStatusId: 'PRODUCT_BUG' }),
    );
  });

  it('is not called unlisted while the people of the account are read', async () => {
    let answer: (answered: { body: unknown }) => void = () => undefined;
    const read = new Promise<{ body: unknown }>((resolve) => {
      answer = resolve;
    });
    show(<RunReview run={{ ...failed, reviewerUserId: grace }} />, { 'GET /user-roles': () => read });
    expect(await screen.findByRole('button', { name: 'Reviewer of Checkout #1: …' })).toBeVisible();
    act(() => answer({ body: people }));
    expect(await screen.findByRole('button', { name: 'Reviewer of Checkout #1: Grace Hopper' })).toBeVisible();
  });

  it('is in its row of the list, and a canceled run has none', async () => {
    const row = (run: TestRunView) => (
      <RunRow run={run} to="/northwind/test-runs/r1" mayRun isPicked={false} isNew={false} />
    );
    const { unmount } = show(row({ ...failed, reviewerUserId: grace }));
    expect(await screen.findByRole('button', { name: 'Reviewer of Checkout #1: Grace Hopper' })).toBeInTheDocument();
    unmount();
    show(row(testRunView(1, { status: 'CANCELED' })));
    await screen.findByRole('link');
    expect(screen.queryByRole('button', { name: /Reviewer/ })).not.toBeInTheDocument();
  });
});

describe('the review of a test', () => {
  it('is taken by one key', async () => {
    const { sent } = show(<TestReview test={test} run={failed} />, { 'PUT /review/user': done });
    await screen.findByRole('button', { name: /Take it/ });
    await userEvent.keyboard('t');
    await waitFor(() =>
      expect(sentTo(sent, '/review/user')?.body).toEqual({
        reviewType: 'TEST_RUN_TEST',
        testRunId: 'r1',
        testRunTestId: 'r1.adds',
        assigneeUserId: myId,
      }),
    );
  });

  it('is not taken from oneself', async () => {
    show(<TestReview test={{ ...test, reviewerUserId: myId }} run={failed} />);
    expect(await screen.findByRole('button', { name: 'Reviewer of adds: Ada Lovelace' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Take it/ })).not.toBeInTheDocument();
  });

  const reviewWithNotices = (
    <>
      <Notifications />
      <TestReview test={test} run={failed} />
    </>
  );

  it('says that it was assigned, and that its status was updated', async () => {
    const user = userEvent.setup();
    show(reviewWithNotices, { 'PUT /review/user': done, 'PUT /review/status': done });
    await user.click(await screen.findByRole('button', { name: /Take it/ }));
    expect(await screen.findByText('Review assigned')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'To review, review status of adds' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Product bug' }));
    expect(await screen.findByText('Status updated')).toBeVisible();
  });

  it.each([
    ['who has taken it', { code: 'review.changed', message: 'Grace Hopper looks into it now.' }, 412],
    ['to try again', { code: 'internal', message: 'Please try again' }, 500],
  ])('that cannot be changed says %s', async (_, body, status) => {
    const refuse = () => ({ status, body: { ...body, requestId: 'req-1' } });
    show(reviewWithNotices, { 'PUT /review/user': refuse });
    await userEvent.click(await screen.findByRole('button', { name: /Take it/ }));
    const told = await screen.findByText(body.message);
    expect(told.closest('[role="alert"]')).toHaveTextContent('Something went wrong');
  });

  it('leaves a mark in the results once somebody has it or has decided', async () => {
    const { unmount } = show(
      <ReviewMark test={{ reviewerUserId: grace, reviewStatusId: 'TEST_BUG', problem: null }} />,
    );
    expect(await screen.findByTitle('Reviewer: Grace Hopper')).toBeVisible();
    expect(screen.getByText('Test bug')).toBeVisible();
    unmount();
    const undecided = { reviewerUserId: null, reviewStatusId: 'TO_REVIEW' as const, problem: null };
    const { unmount: leave } = show(<ReviewMark test={undecided} />);
    expect(screen.queryByText('To review')).not.toBeInTheDocument();
    leave();
    show(<ReviewMark test={{ ...undecided, problem: { ownerUserId: grace, reviewStatusId: null } }} />);
    expect(await screen.findByTitle('Owner of the problem: Grace Hopper')).toBeVisible();
  });
});

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
    expect(await screen.findByText('Nothing waits for you')).toBeVisible();
    unmount();
    const away = () => ({ status: 503, body: { code: 'away', message: 'The store is away.', requestId: 'req-7' } });
    show(<MyWorkScreen />, { 'GET /review/mine': away });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it.each([
    ['what somebody is told', 'GET /users/me/notices'],
    ['what expires', 'GET /quarantined-tests/ending'],
  ])('says nothing before it knows %s', async (_, call) => {
    const away = () => ({ status: 503, body: { code: 'away', message: 'The store is away.', requestId: 'req-7' } });
    show(<MyWorkScreen />, { 'GET /review/mine': pageOf([]), [call]: away });
    expect(await screen.findByText('Your work could not be loaded')).toBeVisible();
    expect(screen.queryByText('Nothing waits for you')).not.toBeInTheDocument();
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
    await waitFor(() => expect(sentTo(sent, '/projects/p1/tests/adds/dequarantine')).toBeDefined());
  });

  it('has runs in which somebody is mentioned, and followed ones that failed, until they are opened', async () => {
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
    expect(mentioned.getByRole('link')).toHaveAttribute('href', '/northwind/test-runs/r1/messages');
    expect(mentioned.getByText('by Grace Hopper')).toBeVisible();
    const broken = within(screen.getByRole('region', { name: 'Followed and failed 1' }));
    expect(broken.getByRole('link')).toHaveAttribute('href', '/northwind/test-runs/r2/test-results');
    expect(screen.queryByText('Nothing waits for you')).not.toBeInTheDocument();
  });

  it('marks all of it that somebody was told of as read, and nothing else', async () => {
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
    const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
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
