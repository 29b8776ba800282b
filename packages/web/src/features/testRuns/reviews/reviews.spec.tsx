import type { TestResultView, TestRunView, UserId, UserRoleView } from '@assay/contract';
import { Notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testResultView } from '../../../testSupport/testResultView.ts';
import { positionAt, testRunView, userView } from '../../../testSupport/views.ts';
import { RunRow } from '../list/RunRow.tsx';
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
