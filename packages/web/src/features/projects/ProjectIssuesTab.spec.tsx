import { topics } from '@assay/contract';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { jiraTracker, trackedIssueView } from '../../testSupport/trackedIssueView.ts';
import { positionAt, projectView } from '../../testSupport/views.ts';
import { ProjectIssuesTab } from './ProjectIssuesTab.tsx';

const list = 'GET /projects/p1/tracked-issues';

function open(routes: Routes, roleType: 'ADMIN' | 'USER' = 'USER', search = '') {
  const page = makePage({ 'GET /issue-trackers': [jiraTracker], ...routes }, { roleType });
  const view = renderOn(
    page,
    <ProjectIssuesTab project={projectView()} />,
    `/northwind/projects/checkout/issues${search}`,
  );
  return { ...page, ...view };
}
const done = trackedIssueView({
  id: 'p1.i2' as never,
  issueKey: 'SHOP-790',
  isOpen: false,
  status: { name: 'Done', category: 'DONE', at: '2026-11-01T10:00:00Z' },
  finding: 'FIXED_BUT_FAILING',
});

describe('the issues of a project', () => {
  it('are listed with status, tests, origin and what the tests say', async () => {
    open({ [list]: [trackedIssueView(), done] });
    const table = within(await screen.findByRole('table', { name: 'Issues' }));
    const [, first, second] = table.getAllByRole('row');
    expect(first).toHaveTextContent('SHOP-812 In progress');
    expect(first).toHaveTextContent('Split cart: voucher is lost');
    expect(first).toHaveTextContent('2 tests, 1 failing');
    expect(within(first as HTMLElement).getByRole('link', { name: 'Checkout #1' })).toHaveAttribute(
      'href',
      '/northwind/test-runs/r1',
    );
    expect(second).toHaveTextContent('Fixed in Jira but still failing');
  });

  it('are narrowed to open ones or to those that disagree with the tests, in the address', async () => {
    const { address } = open({ [list]: [trackedIssueView(), done] });
    await userEvent.click(await screen.findByLabelText('To check 1'));
    expect(screen.getByRole('link', { name: 'SHOP-790 Done' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /SHOP-812/ })).toBeNull();
    expect(address()).toContain('show=check');
    await userEvent.click(screen.getByLabelText('Open 1'));
    expect(screen.getByRole('link', { name: /SHOP-812/ })).toBeVisible();
  });

  it('follow the tracker', async () => {
    const issues = [trackedIssueView()];
    const page = open({ [list]: () => ({ body: issues }) });
    await screen.findByRole('link', { name: 'SHOP-812 In progress' });
    issues[0] = { ...done, issueKey: 'SHOP-812' };
    act(() => page.tell(topics.trackedIssues, { kind: 'changed', ids: ['p1.i1'], position: positionAt(8) }));
    expect(await screen.findByRole('link', { name: 'SHOP-812 Done' })).toBeVisible();
  });

  it('say where they would come from when there are no issues', async () => {
    open({ [list]: [] });
    expect(await screen.findByText('No issues yet')).toBeVisible();
  });

  it('lead administrators to where a tracker is connected', async () => {
    open({ [list]: [], 'GET /issue-trackers': [] }, 'ADMIN');
    expect(await screen.findByRole('link', { name: 'Integrations' })).toBeVisible();
  });

  it('say that they could not be loaded', async () => {
    open({ [list]: () => ({ status: 500, body: { code: 'failed', message: 'The store is away.', requestId: 'r' } }) });
    expect(await screen.findByRole('alert')).toHaveTextContent('The store is away.');
  });
});
