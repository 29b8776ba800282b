import type { RequiredField } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { issueDraft, issueMetadata, jiraTracker } from '../../../testSupport/trackedIssueView.ts';
import { positionAt, testRunView } from '../../../testSupport/views.ts';
import { CreateIssueModal } from './CreateIssueModal.tsx';

const { id: testRunId } = testRunView(1);
const created = {
  id: 'p1.i2',
  issueKey: 'SHOP-813',
  url: 'https://jira.test/SHOP-813',
  revision: '1',
  position: positionAt(9),
};
const options = [
  { id: 'o1', name: 'Cart' },
  { id: 'o2', name: 'Checkout' },
];
const kinds: RequiredField[] = [
  { id: 'f_text', name: 'Found in', kind: 'text', options: [] },
  { id: 'f_long', name: 'Steps to reproduce', kind: 'paragraph', options: [] },
  { id: 'f_number', name: 'Story points', kind: 'number', options: [] },
  { id: 'f_date', name: 'Due on', kind: 'date', options: [] },
  { id: 'f_one', name: 'Severity', kind: 'option', options },
  { id: 'f_many', name: 'Affected component', kind: 'options', options },
  { id: 'f_labels', name: 'Labels', kind: 'labels', options: [] },
  { id: 'f_user', name: 'Tester', kind: 'user', options: [] },
];

/** A dialog in which everything but the fields of the project is filled in. */
function open(ofBug: readonly RequiredField[], ofTask: readonly RequiredField[] = []) {
  const page = makePage({
    'GET /issue-trackers': [jiraTracker],
    'POST /jira/issue/draft': issueDraft(),
    'GET /jira/project': [{ id: '10001', key: 'SHOP', name: 'Shop front' }],
    'GET /jira/issue/metadata': ({ path }: { path: string }) => {
      const isTask = path.includes('issueTypeId=t-task');
      const requiredFields = [...(isTask ? ofTask : ofBug)];
      const priorities = [{ id: 'pr-high', name: 'High' }];
      return { body: issueMetadata({ requiredFields, priorities, issueTypeId: isTask ? 't-task' : 't-bug' }) };
    },
    'POST /jira/issue': () => ({ status: 201, body: created }),
  });
  renderOn(page, <CreateIssueModal reported={{ testRunId }} number={1} onClose={() => undefined} />);
  return page;
}
const inputs = { selector: 'input:not([type="hidden"]), textarea' };
const field = (label: RegExp) => screen.findByLabelText(label, inputs);
const createButton = () => screen.getByRole('button', { name: 'Create' });

async function choose(label: RegExp, option: RegExp): Promise<void> {
  await userEvent.click(await field(label));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => window.localStorage.clear());

describe('fields that the tracker refuses an issue without', () => {
  it('are filled in by their kind, and sent as texts or ids', async () => {
    const page = open(kinds);
    await choose(/^Project/, /Shop front/);
    expect(await screen.findByText(/Missing: Found in, Steps to reproduce, Story points, Due on/)).toBeVisible();
    expect(createButton()).toBeDisabled();
    await enter(await field(/^Found in/), '2.4');
    await enter(await field(/^Steps to reproduce/), 'Split the cart');
    await enter(await field(/^Story points/), '3');
    await userEvent.type(await field(/^Due on/), '2026-12-01');
    await choose(/^Severity/, /Cart/);
    await choose(/^Affected component/, /Checkout/);
    await enter(await field(/^Labels/), 'flaky{Enter}');
    await choose(/^Tester/, /Lin/);
    await waitFor(() => expect(createButton()).toBeEnabled());
    await userEvent.click(createButton());
    await waitFor(() => expect(page.sent.at(-1)?.path).toBe('/jira/issue'));
    expect(page.sent.at(-1)?.body).toMatchObject({
      fields: {
        f_text: '2.4',
        f_long: 'Split the cart',
        f_number: '3',
        f_date: '2026-12-01',
        f_one: 'o1',
        f_many: ['o2'],
        f_labels: ['flaky'],
        f_user: 'u-lin',
      },
    });
  });

  it('are those of the chosen type, and keep what was typed', async () => {
    const page = open(kinds.slice(0, 2), kinds.slice(0, 1));
    await choose(/^Project/, /Shop front/);
    await enter(await field(/^Found in/), '2.4');
    await choose(/^Issue type/, /Task/);
    await waitFor(() => expect(screen.queryByLabelText(/^Steps to reproduce/, inputs)).toBeNull());
    expect(await field(/^Found in/)).toHaveValue('2.4');
    await waitFor(() => expect(createButton()).toBeEnabled());
    await userEvent.click(createButton());
    await waitFor(() => expect(page.sent.at(-1)?.path).toBe('/jira/issue'));
    expect(page.sent.at(-1)?.body).toMatchObject({ issueTypeId: 't-task', fields: { f_text: '2.4' } });
  });

  it('of an unknown kind are left to the tracker, with a link to it', async () => {
    open([{ id: 'f_sprint', name: 'Sprint', kind: null, options: [] }]);
    await choose(/^Project/, /Shop front/);
    expect(await screen.findByText(/can be filled in at the tracker only/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open Jira' })).toHaveAttribute('href', jiraTracker.address);
    expect(await screen.findByText(/Missing: Sprint/)).toBeVisible();
    expect(createButton()).toBeDisabled();
  });
});

describe('the reporter', () => {
  it('is searched at the tracker, which knows more people than it lists', async () => {
    const page = open([]);
    const listed = page.routes['GET /jira/issue/metadata'] as (request: { path: string }) => { body: object };
    page.routes['GET /jira/issue/metadata'] = (request: { path: string }) => {
      if (!request.path.includes('userQuery=')) return listed(request);
      return { body: issueMetadata({ users: [{ accountId: 'u-zoe', displayName: 'Zoe Adler' }] }) };
    };
    await choose(/^Project/, /Shop front/);
    const reporter = await field(/^Reporter/);
    await waitFor(() => expect(reporter).toHaveValue('Ada Duarte'));
    await userEvent.clear(reporter);
    await enter(reporter, 'zo');
    await userEvent.click(await screen.findByRole('option', { name: 'Zoe Adler' }));
    await userEvent.click(createButton());
    await waitFor(() => expect(page.sent.at(-1)?.path).toBe('/jira/issue'));
    expect(page.sent.at(-1)?.body).toMatchObject({ issueUserId: 'u-zoe', issueUserName: 'Zoe Adler' });
  });
});
