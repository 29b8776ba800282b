import { topics } from '@assay/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { issueDraft, issueMetadata, jiraTracker, trackedIssueView } from '../../../testSupport/trackedIssueView.ts';
import { positionAt, testRunView } from '../../../testSupport/views.ts';
import { CreateIssueModal } from './CreateIssueModal.tsx';

const { id: testRunId } = testRunView(1);
const created = {
  id: 'p1.i2',
  issueKey: 'SHOP-813',
  url: 'https://northwind.atlassian.net/browse/SHOP-813',
  revision: '1',
  position: positionAt(9),
};
const projects = [
  { id: '10001', key: 'SHOP', name: 'Shop front' },
  { id: '10002', key: 'SHOPO', name: 'Shop operations' },
];
const create = 'POST /jira/issue';

function Opened() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <CreateIssueModal reported={isOpen ? { testRunId } : null} number={1} onClose={() => setOpen(false)} />
      {!isOpen && <p>closed</p>}
    </>
  );
}

function open(routes: Routes = {}, roleType: 'ADMIN' | 'USER' = 'USER') {
  const all = {
    'GET /issue-trackers': [jiraTracker],
    'POST /jira/issue/draft': issueDraft(),
    'GET /jira/project': projects,
    'GET /jira/issue/metadata': issueMetadata(),
    [create]: () => ({ status: 201, body: created }),
    ...routes,
  };
  const page = makePage(all, { roleType });
  renderOn(page, <Opened />);
  return page;
}
const inputs = { selector: 'input:not([type="hidden"]), textarea' };
const field = (label: RegExp) => screen.findByLabelText(label, inputs);
const createButton = () => screen.getByRole('button', { name: 'Create' });
const sentTo = ({ sent }: ReturnType<typeof makePage>, call: string) =>
  sent.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === call);

async function chooseProject(): Promise<void> {
  await userEvent.click(await field(/^Project/));
  await userEvent.click(await screen.findByRole('option', { name: /Shop front/ }));
}
async function choose(label: RegExp, option: string): Promise<void> {
  const select = await field(label);
  await waitFor(() => expect(select).toBeEnabled());
  await userEvent.click(select);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}
async function fillIn(): Promise<void> {
  await chooseProject();
  await choose(/^Priority/, 'High');
}

beforeEach(() => window.localStorage.clear());

describe('the dialog that creates an issue', () => {
  it('has summary, description and what it is about from the failures', async () => {
    const page = open();
    expect(await screen.findByRole('dialog', { name: 'Create Jira issue for 2 tests of Checkout #1' })).toBeVisible();
    expect(await field(/^Summary/)).toHaveValue('2 tests fail: discount null instead of SPRING10');
    const preview = within(screen.getByRole('region', { name: 'Preview of the description' }));
    expect(preview.getByRole('heading', { name: '2 tests of Checkout #1 fail alike' })).toBeVisible();
    expect(preview.getByText(/expected SPRING10/)).toBeVisible();
    expect(preview.getByRole('link', { name: 'Test run' })).toHaveAttribute('href', 'https://assay.test/r1');
    expect(sentTo(page, 'POST /jira/issue/draft').map(({ body }) => body)).toEqual([{ testRunId }]);
  });

  it('creates once project, summary, type, priority and reporter are there, and names what is missing', async () => {
    const page = open();
    expect(await screen.findByText(/Missing: Project, Issue type, Priority, Reporter/)).toBeVisible();
    expect(createButton()).toBeDisabled();
    expect(await field(/^Priority/)).toBeDisabled();
    await chooseProject();
    expect(await screen.findByText(/Missing: Priority\./)).toBeVisible();
    expect(await field(/^Issue type/)).toHaveValue('Bug');
    expect(await field(/^Reporter/)).toHaveValue('Ada Duarte');
    expect(createButton()).toBeDisabled();
    await choose(/^Priority/, 'High');
    await waitFor(() => expect(createButton()).toBeEnabled());
    await userEvent.clear(await field(/^Summary/));
    await waitFor(() => expect(createButton()).toBeDisabled());
    await enter(await field(/^Summary/), 'Voucher is lost');
    await waitFor(() => expect(createButton()).toBeEnabled());
    await userEvent.click(createButton());
    expect(await screen.findByText('closed')).toBeVisible();
    const [sent] = sentTo(page, create);
    expect(sent?.body).toEqual({
      provider: 'Jira',
      projectId: '10001',
      projectName: 'Shop front (SHOP)',
      summary: 'Voucher is lost',
      description: issueDraft().description,
      issueTypeId: 't-bug',
      issueTypeName: 'Bug',
      issuePriorityId: 'pr-high',
      issuePriorityName: 'High',
      issueUserId: 'u-ada',
      issueUserName: 'Ada Duarte',
      testRunId,
    });
  });

  it('searches projects a quarter of a second after the last letter', async () => {
    const page = open();
    const project = await field(/^Project/);
    await waitFor(() => expect(sentTo(page, 'GET /jira/project')).toHaveLength(1));
    await userEvent.type(project, 'shop');
    await waitFor(() => expect(sentTo(page, 'GET /jira/project').at(-1)?.path).toContain('query=shop'));
    // Typed letter by letter, asked once.
    expect(sentTo(page, 'GET /jira/project')).toHaveLength(2);
    expect(await screen.findByRole('option', { name: /SHOPO.*Shop operations/ })).toBeVisible();
  });

  it('asks only for what the tracker takes', async () => {
    const asks = { issueType: false, priority: false, reporter: false };
    const metadata = issueMetadata({ asks, issueTypes: [], priorities: [], users: [], me: null, issueTypeId: null });
    const page = open({ 'GET /jira/issue/metadata': metadata });
    await chooseProject();
    await waitFor(() => expect(createButton()).toBeEnabled());
    expect(screen.queryByLabelText(/^Priority/, inputs)).toBeNull();
    await userEvent.click(createButton());
    await screen.findByText('closed');
    expect(Object.keys(sentTo(page, create)[0]?.body as object)).not.toContain('issuePriorityId');
  });

  it('is sent by Ctrl with Enter, from any field', async () => {
    const page = open();
    await fillIn();
    await waitFor(() => expect(createButton()).toBeEnabled());
    fireEvent.keyDown(await field(/^Summary/), { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText('closed')).toBeVisible();
    expect(sentTo(page, create)).toHaveLength(1);
  });

  it('sends the same key again while it is not known whether the issue exists', async () => {
    const message = 'Jira has not answered. Press Create again: an issue that was created is found.';
    let asked = 0;
    const page = open({
      [create]: () => {
        asked += 1;
        const doubtful = { status: 503, body: { code: 'issueTracker.doubtful', message, requestId: 'r' } };
        return asked === 1 ? doubtful : { status: 201, body: created };
      },
    });
    await fillIn();
    await waitFor(() => expect(createButton()).toBeEnabled());
    await userEvent.click(createButton());
    expect(await screen.findByText(message)).toBeVisible();
    await userEvent.click(createButton());
    expect(await screen.findByText('closed')).toBeVisible();
    const [first, second] = sentTo(page, create).map(({ headers }) => headers['Idempotency-Key']);
    expect(first).toMatch(/^[0-9a-z-]{10,60}$/);
    expect(second).toBe(first);
  });
});

describe('what the tracker refuses', () => {
  it('is shown at its field, of fields that only this project asks for too', async () => {
    const requiredFields = [
      { id: 'components', name: 'Affected component', kind: 'options' as const, options: [{ id: 'c1', name: 'Cart' }] },
    ];
    open({
      'GET /jira/issue/metadata': issueMetadata({ requiredFields }),
      [create]: () => ({
        status: 400,
        body: {
          code: 'issueTracker.refused',
          message: 'Jira refused the issue.',
          requestId: 'r',
          errors: [
            { field: 'summary', message: 'You must specify a summary of the issue.' },
            { field: 'fields.components', message: 'Cart is archived.' },
          ],
        },
      }),
    });
    await fillIn();
    await choose(/^Affected component/, 'Cart');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(createButton()).toBeEnabled());
    await userEvent.click(createButton());
    expect(await screen.findByText('You must specify a summary of the issue.')).toBeVisible();
    expect(screen.getByText('Cart is archived.')).toBeVisible();
    expect(await field(/^Summary/)).toHaveFocus();
  });

  it('is said in its own words where it is about no field', async () => {
    const message = 'Jira does not accept the token any more. An administrator can connect it again.';
    open({
      'GET /jira/project': () => ({ status: 409, body: { code: 'issueTracker.unusable', message, requestId: 'r' } }),
    });
    expect(await screen.findByText(message)).toBeVisible();
  });
});

describe('an issue that is open for the same failure', () => {
  const known = issueDraft({ open: [trackedIssueView()], earlier: [] });

  it('is offered first, and takes the failures', async () => {
    const page = open({
      'POST /jira/issue/draft': known,
      'POST /tracked-issues/p1.i1/failures': { id: 'p1.i1', revision: '2', position: positionAt(9) },
    });
    const banner = within(await screen.findByRole('region', { name: 'SHOP-812 is open for the same failure' }));
    expect(banner.getByText('In progress')).toBeVisible();
    expect(banner.getByRole('link', { name: 'Open SHOP-812' })).toHaveAttribute('target', '_blank');
    expect(createButton()).toBeDisabled();
    await userEvent.click(banner.getByRole('button', { name: 'Add #1 to it' }));
    expect(await screen.findByText('closed')).toBeVisible();
    expect(sentTo(page, 'POST /tracked-issues/p1.i1/failures')[0]?.body).toEqual({ testRunId });
  });

  it('appears when others create it meanwhile, and nothing typed is lost', async () => {
    const drafts = [issueDraft(), known];
    const page = open({ 'POST /jira/issue/draft': () => ({ body: drafts.shift() ?? known }) });
    await enter(await field(/^Summary/), ' again');
    act(() => page.tell(topics.trackedIssues, { kind: 'changed', ids: ['p1.i1'], position: positionAt(8) }));
    expect(await screen.findByRole('button', { name: 'Add #1 to it' })).toBeVisible();
    expect(await field(/^Summary/)).toHaveValue(`${issueDraft().summary} again`);
  });

  it('is read when the service has refused another one for it', async () => {
    const drafts = [issueDraft(), known];
    open({
      'POST /jira/issue/draft': () => ({ body: drafts.shift() ?? known }),
      [create]: () => ({
        status: 409,
        body: { code: 'trackedIssue.open', message: 'SHOP-812 is open for the same failure.', requestId: 'r' },
      }),
    });
    await fillIn();
    await waitFor(() => expect(createButton()).toBeEnabled());
    await userEvent.click(createButton());
    expect(await screen.findByRole('button', { name: 'Add #1 to it' })).toBeVisible();
  });

  it('is not mixed up with earlier ones, which say how they ended', async () => {
    const status = { name: 'Done', category: 'DONE' as const, at: '2026-11-01T10:00:00Z' };
    const done = trackedIssueView({ isOpen: false, issueKey: 'SHOP-790', status, finding: 'FIXED_BUT_FAILING' });
    open({ 'POST /jira/issue/draft': issueDraft({ earlier: [done] }) });
    const earlier = within(await screen.findByRole('region', { name: 'Earlier issues for the same failure' }));
    expect(earlier.getByRole('link', { name: /SHOP-790 Done/ })).toBeVisible();
    expect(earlier.getByText('Fixed in Jira but still failing')).toBeVisible();
  });
});

describe('closing', () => {
  it('asks before something that was typed is lost', async () => {
    open();
    await enter(await field(/^Summary/), '!');
    await userEvent.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Discard this issue?' }));
    await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(await field(/^Summary/)).toHaveValue(`${issueDraft().summary}!`);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('closed')).toBeVisible();
  });

  it('asks nothing where nothing was typed', async () => {
    open();
    await field(/^Summary/);
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('closed')).toBeVisible();
  });
});

describe('without a tracker', () => {
  it('leads administrators to where one is connected', async () => {
    open({ 'GET /issue-trackers': [] }, 'ADMIN');
    expect(await screen.findByText('No issue tracker is connected')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Integrations' })).toHaveAttribute(
      'href',
      '/northwind/settings/integrations',
    );
  });

  it('says to others who can connect one', async () => {
    open({ 'GET /issue-trackers': [] });
    expect(await screen.findByText(/An administrator can connect Jira/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Integrations' })).toBeNull();
  });

  it('says why the failures cannot be reported', async () => {
    const errors = [{ field: 'testRunId', message: 'No test of this run fails' }];
    open({
      'POST /jira/issue/draft': () => ({
        status: 400,
        body: { code: 'fields.invalid', message: 'No test of this run fails', requestId: 'r', errors },
      }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('No test of this run fails');
  });
});
