import { limits, type TestResultRow, type UserId, type UserRoleView } from '@assay/contract';
import { jest } from '@jest/globals';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn, type Sent } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { ReviewSelected } from './ReviewSelected.tsx';

const grace = 'grace' as UserId;
const people = [
  { id: 'role-grace', user: { id: grace, fullName: 'Grace Hopper', email: 'grace@example.com' } },
] as UserRoleView[];
const failed = (name: string, change: Partial<TestResultRow> = {}) =>
  resultRow(name, { status: 'FAIL', reviewStatusId: 'TO_REVIEW', ...change });
const tests = [failed('adds'), failed('pays', { reviewerUserId: 'lin' as UserId }), failed('ships')];

function show(selected: readonly TestResultRow[], routes: Routes = {}) {
  const page = makePage({ 'GET /user-roles': people, ...routes });
  const onDone = jest.fn();
  renderOn(
    page,
    <>
      <Notifications />
      <ReviewSelected testRunId={testRunView(1).id} tests={selected} onDone={onDone} />
    </>,
  );
  return { ...page, onDone };
}
const open = () => userEvent.click(screen.getByRole('button', { name: 'Review selected' }));
async function pick(field: string, option: string): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: field }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}
const changes = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);

describe('a review of several tests', () => {
  it('says what it will change, and whom it takes tests from, before it does', async () => {
    show(tests);
    await open();
    expect(await screen.findByText('0 tests of 3 will change.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await pick('Reviewer', 'Grace Hopper');
    expect(await screen.findByText('3 tests of 3 will change. 1 of them now has another reviewer.')).toBeVisible();
    await pick('Reviewer', 'No reviewer');
    expect(await screen.findByText(/^1 test of 3 will change\./)).toBeVisible();
  });

  it('changes them together, and is taken back by what the service says', async () => {
    const before = [
      { testId: 'adds', assigneeUserId: null, reviewStatusId: 'TO_REVIEW' },
      { testId: 'pays', assigneeUserId: 'lin', reviewStatusId: 'TO_REVIEW' },
    ];
    const { sent, onDone } = show(tests.slice(0, 2), {
      'PUT /review/tests': { id: 'r1', revision: '1', position: positionAt(30), undo: before },
    });
    await open();
    await pick('Reviewer', 'Grace Hopper');
    await pick('Status', 'Product bug');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Reviewed 2 tests.', { exact: false });
    expect(onDone).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Taken back')).toBeVisible();
    const [applied, undone] = changes(sent) as [{ testRunId: string; tests: object[] }, object];
    expect(applied.testRunId).toBe('r1');
    expect(applied.tests).toMatchObject([
      { assigneeUserId: grace, reviewStatusId: 'PRODUCT_BUG' },
      { assigneeUserId: grace, reviewStatusId: 'PRODUCT_BUG' },
    ]);
    expect(undone).toEqual({ testRunId: 'r1', tests: before });
  });

  it('that is refused says why, and stays as it was chosen', async () => {
    const { onDone } = show(tests, {
      'PUT /review/tests': () => ({
        status: 409,
        body: { code: 'review.changed', message: 'Lin looks into it now.', requestId: 'req-1' },
      }),
    });
    await open();
    await pick('Reviewer', 'Grace Hopper');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Lin looks into it now.')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Reviewer' })).toHaveValue('Grace Hopper');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('is of at most so many tests', async () => {
    const many = Array.from({ length: limits.reviewedTests + 1 }, (_, at) => failed(`t${at}`));
    show(many);
    await open();
    await pick('Status', 'Test bug');
    expect(await screen.findByText(`At most ${limits.reviewedTests} tests at once.`)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled());
  });
});
