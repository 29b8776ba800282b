import { type IssueKeyView, topics } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { testResultView } from '../../../testSupport/testResultView.ts';
import { jiraTracker } from '../../../testSupport/trackedIssueView.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { IssueKeys } from './IssueKeys.tsx';

const test = testResultView();
const path = `/projects/${test.projectId}/tests/${test.testId}/issue-keys`;
const issue = (key: string): IssueKeyView => ({
  key,
  addedBy: { id: 'grace', fullName: 'Grace Hopper', email: 'grace@example.com' },
  addedAt: '2026-11-01T10:00:00Z',
});
const done = { id: 'p1', revision: '1', position: positionAt(9) };

function show(keys: IssueKeyView[], routes: Routes = {}) {
  const page = makePage({ [`GET ${path}`]: () => ({ body: keys }), 'GET /issue-trackers': [jiraTracker], ...routes });
  return { ...page, ...renderOn(page, <IssueKeys test={test} />) };
}
const openForm = async () =>
  userEvent.click(await screen.findByRole('button', { name: `Add issue key to ${test.name}` }));

describe('the issue keys of a test', () => {
  it('lead to a connected tracker, and are plain text without one', async () => {
    show([issue('SHOP-812'), issue('northwind/shop#7')]);
    const list = within(await screen.findByRole('list', { name: 'Issue keys' }));
    await waitFor(() =>
      expect(list.getByRole('link', { name: 'SHOP-812' })).toHaveAttribute(
        'href',
        'https://northwind.atlassian.net/browse/SHOP-812',
      ),
    );
    expect(list.getByText('northwind/shop#7')).toHaveAttribute('title', 'northwind/shop#7, added by Grace Hopper');
    expect(list.getAllByRole('link')).toHaveLength(1);
  });

  it('are added by key or by address, and follow other users', async () => {
    const keys: IssueKeyView[] = [];
    const { sent, tell } = show(keys, { [`POST ${path}`]: done });
    await openForm();
    await enter(await screen.findByLabelText('Issue key or address'), 'https://jira.example.com/browse/shop-812');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ key: 'SHOP-812' }));
    await waitFor(() => expect(screen.queryByLabelText('Issue key or address')).not.toBeInTheDocument());
    keys.push(issue('SHOP-812'));
    act(() =>
      tell(topics.projectTests(test.projectId), { kind: 'changed', ids: [test.testId], position: positionAt(9) }),
    );
    expect(await screen.findByText('SHOP-812')).toBeVisible();
  });

  it('are refused with a reason', async () => {
    const refusal = { code: 'projectTest.tooManyIssueKeys', message: 'This test has 10 issue keys.', requestId: 'r1' };
    const { sent } = show([], { [`POST ${path}`]: () => ({ status: 409, body: refusal }) });
    await openForm();
    const field = await screen.findByLabelText('Issue key or address');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Enter an issue key such as SHOP-812 or northwind/shop#7')).toBeVisible();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    await enter(field, 'SHOP-11');
    expect(screen.queryByText(/Enter an issue key/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('This test has 10 issue keys.')).toBeVisible();
  });

  it('are removed', async () => {
    const { sent } = show([issue('SHOP-812')], { [`DELETE ${path}`]: done });
    await userEvent.click(await screen.findByRole('button', { name: `Remove SHOP-812 from ${test.name}` }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe(`${path}?key=SHOP-812`));
  });

  it('are ten at most: then there is no form', async () => {
    show(Array.from({ length: 10 }, (_, number) => issue(`SHOP-${number + 1}`)));
    expect(await screen.findByText('SHOP-10')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Add issue key/ })).not.toBeInTheDocument();
  });
});
