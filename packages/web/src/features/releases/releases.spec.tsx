import type { ReleaseId } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  answer,
  base,
  checkout,
  decided,
  docs,
  grace,
  notes,
  type Options,
  open,
  pageOf,
  press,
  refusal,
  row,
  template,
} from '../../testSupport/releasesUnderTest.tsx';
import { enter, retype } from '../../testSupport/retype.ts';
import { positionAt } from '../../testSupport/views.ts';

describe('the list of releases', () => {
  it('shows the empty state', async () => {
    open('/releases', { routes: { 'GET /release': pageOf() } });
    expect(await screen.findByText('No releases yet')).toBeVisible();
  });

  it('shows a failure, and loads again on request', async () => {
    const outcomes: (() => object)[] = [refusal(500, { message: 'The store does not answer.' })];
    open('/releases', { routes: { 'GET /release': () => outcomes.shift()?.() ?? { body: pageOf(checkout) } } });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Releases could not be loaded');
    expect(alert).toHaveTextContent('The store does not answer.');
    await press('Try again');
    expect(await row(/Checkout 2.9/)).toBeVisible();
  });

  it('groups undecided and decided releases, with what each needs', async () => {
    const gone = { ...decided, id: 'mobile' as ReleaseId, title: 'Mobile 5.3' };
    open('/releases', { routes: { 'GET /release': pageOf(checkout, gone) } });
    const undecided = await screen.findByRole('region', { name: 'Undecided' });
    expect(within(undecided).getByRole('button')).toHaveTextContent('1 of 2 completed · 1 open');
    const others = screen.getByRole('region', { name: 'Decided' });
    expect(within(others).getByRole('button')).toHaveTextContent(
      /Not released.*proposed 11\/26\/26.*No-Go.*Grace Hopper/,
    );
  });

  it('asks for the page in the address, and pages by 10', async () => {
    const { sent } = open('/releases?page=2', { routes: { 'GET /release': { ...pageOf(checkout), total: 27 } } });
    expect(await screen.findByText('11–11 of 27')).toBeVisible();
    expect(sent.map(({ path }) => path)).toContain('/release?offset=10&limit=10');
  });

  it('opens a row by the keyboard, in the address, and leads to the page of the release', async () => {
    const { address } = open('/releases');
    const button = await row(/Checkout 2.9/);
    await userEvent.keyboard('j');
    expect(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('checkbox', { name: 'Docs are written' })).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: 'Notes are written' })).not.toBeInTheDocument();
    expect(address()).toBe(`${base}/releases?release=checkout`);
    await userEvent.keyboard('o');
    await waitFor(() => expect(address()).toBe(`${base}/releases/checkout`));
  });

  it('is read-only for users', async () => {
    open('/releases?release=checkout', { roleType: 'USER' });
    expect(await screen.findByRole('checkbox', { name: 'Docs are written' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'New release' })).not.toBeInTheDocument();
  });

  it('creates a release, which needs a title, and opens it', async () => {
    const { changes, address } = open('/releases', { routes: { 'POST /release': answer } });
    await press('New release');
    const dialog = await screen.findByRole('dialog', { name: 'New release' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create release' }));
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await retype('Proposed release date', '');
    await enter(within(dialog).getByRole('textbox', { name: 'Title' }), ' Checkout 3 {Enter}');
    await waitFor(() => expect(address()).toBe(`${base}/releases/checkout`));
    const body = { title: 'Checkout 3', description: null, proposedReleaseDate: null };
    expect(changes()).toMatchObject([{ method: 'POST', body }]);
    expect(Object.keys(changes()[0]?.body as object)).not.toContain('actualReleaseDate');
  });
});

describe('the page of a release', () => {
  it('toggles a criterion to the state that the user wants', async () => {
    const path = 'PUT /release/checkout/release-criteria/checkout.2/toggle';
    const { changes } = open('/releases/checkout', { routes: { [path]: { ...docs, ...answer } } });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Docs are written' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]?.path).toMatch(/\/toggle\?completed=true$/);
  });

  it('follows the toggles of others', async () => {
    let criteria = [notes, docs];
    const { tell } = open('/releases/checkout', {
      routes: { 'GET /release/checkout/release-criteria': () => ({ body: criteria }) },
    });
    expect(await screen.findByRole('checkbox', { name: 'Docs are written' })).not.toBeChecked();
    criteria = [notes, { ...docs, completedAt: '2026-11-02T11:00:00Z', completedBy: grace }];
    act(() => tell('releases', { kind: 'changed', position: positionAt(60), ids: ['checkout'] }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Docs are written' })).toBeChecked());
  });

  it('locks the criteria once there is a decision, and shows who decided what, why, and what was open', async () => {
    open('/releases/checkout', { routes: { 'GET /release/checkout': decided } });
    const decisions = await screen.findByRole('region', { name: 'Decisions' });
    expect(decisions).toHaveTextContent(/No-Go.*Grace Hopper.*Docs are missing.*Open at that time.*Docs are written/);
    for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled();
    expect(screen.getAllByText('locked by the decision')).toHaveLength(2);
  });

  it('edits changed fields only, with the revision that was shown', async () => {
    const { changes } = open('/releases/checkout', { routes: { 'PUT /release/checkout': answer } });
    await press('Edit');
    await retype('Actual release date', '2026-11-27');
    await press('Save');
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()).toMatchObject([{ method: 'PUT', path: '/release/checkout', headers: { 'If-Match': '4' } }]);
    expect(changes()[0]?.body).toEqual({ actualReleaseDate: '2026-11-27' });
  });

  it('is read-only for users', async () => {
    open('/releases/checkout', { roleType: 'USER' });
    expect(await screen.findByRole('checkbox', { name: 'Docs are written' })).toBeDisabled();
    for (const name of ['Edit', 'Go…', 'No-Go…']) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    }
  });

  it('says that the release was not found', async () => {
    open('/releases/gone');
    expect(await screen.findByText('Release not found')).toBeVisible();
  });
});

describe('the decision', () => {
  async function openDecision(options: Options = {}) {
    const page = open('/releases/checkout', options);
    await screen.findByRole('checkbox', { name: 'Docs are written' });
    await userEvent.keyboard('n');
    return { ...page, dialog: await screen.findByRole('dialog', { name: 'Decide on Checkout 2.9' }) };
  }

  it('names what is open, and needs a reason for it', async () => {
    const { changes, dialog } = await openDecision({ routes: { 'PUT /release/checkout': answer } });
    expect(within(dialog).getByRole('region', { name: 'Stopped with 1 of 2 open' })).toHaveTextContent(
      'Docs are written',
    );
    await press('Decide No-Go');
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    expect(changes()).toEqual([]);
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Go' }));
    await enter(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Docs follow');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()).toMatchObject([{ method: 'PUT', headers: { 'If-Match': '4' } }]);
    expect(changes()[0]?.body).toEqual({ decision: 'Go', reason: 'Docs follow', actualReleaseDate: null });
  });

  it('says who was faster, and does not decide again without being asked', async () => {
    let current = checkout;
    const routes = {
      'GET /release/checkout': () => ({ body: current }),
      'PUT /release/checkout': refusal(412, { code: 'revision.stale' }),
    };
    const { changes, dialog, tell } = await openDecision({ routes });
    await enter(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Docs follow');
    current = decided;
    act(() => tell('releases', { kind: 'changed', position: positionAt(60), ids: ['checkout'] }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Grace Hopper decided No-Go');
    expect(screen.getByRole('button', { name: 'Decide No-Go' })).toBeDisabled();
    expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveValue('Docs follow');
    await press('Decide again');
    await press('Decide No-Go');
    await waitFor(() => expect(changes()).toMatchObject([{ headers: { 'If-Match': '5' } }]));
  });

  it('retains what was typed when the dialog is closed', async () => {
    const { dialog } = await openDecision();
    await enter(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Docs follow');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await press('Go…');
    expect(await screen.findByRole('textbox', { name: 'Reason' })).toHaveValue('Docs follow');
  });
});

describe('the criteria templates', () => {
  const at = '/release-criteria-template';

  it('show the text of the empty state', async () => {
    open(at, { routes: { 'GET /release-criteria-template': [] } });
    expect(await screen.findByText('No Release Criteria Templates to Display')).toBeVisible();
  });

  it('are added with a text', async () => {
    const { changes } = open(at, { routes: { 'POST /release/release-criteria-template': answer } });
    await press('Add criterion');
    const dialog = await screen.findByRole('dialog', { name: 'Release criteria template' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add criterion' }));
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await enter(within(dialog).getByRole('textbox', { name: 'Text' }), ' Docs {Enter}');
    await waitFor(() => expect(changes()).toMatchObject([{ method: 'POST', body: { text: 'Docs' } }]));
  });

  it('are edited by their id in the body', async () => {
    const { changes } = open(at, { routes: { 'PUT /release/release-criteria-template': answer } });
    await press('Edit Notes are written');
    await retype(/Text/, 'Docs');
    await press('Save');
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()).toMatchObject([{ method: 'PUT', headers: { 'If-Match': '3' } }]);
    expect(changes()[0]?.body).toEqual({ id: 'one', text: 'Docs' });
  });

  it('are archived once that is confirmed', async () => {
    const { changes } = open(at, { routes: { 'DELETE /release/release-criteria-template/one': answer } });
    await press('Archive Notes are written');
    const dialog = await screen.findByRole('dialog', { name: 'Archive Notes are written?' });
    expect(changes()).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Archive Notes are written' }));
    await waitFor(() => expect(changes()).toMatchObject([{ method: 'DELETE' }]));
  });

  it('are restored from the archived ones', async () => {
    const archivedTemplates = [{ ...template, id: 'two' as typeof template.id, text: 'Docs are written' }];
    const routes = { 'PUT /release/release-criteria-template/two/restore': answer };
    const { changes } = open(at, { routes, archivedTemplates });
    await userEvent.click(await screen.findByText('Archived'));
    await press('Restore Docs are written');
    await waitFor(() => expect(changes()).toMatchObject([{ method: 'PUT', headers: { 'If-Match': '3' } }]));
  });

  it('are read-only for users', async () => {
    open(at, { roleType: 'USER' });
    expect(await screen.findByText('Notes are written')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Edit|Archive|Add criterion|Move/ })).not.toBeInTheDocument();
  });
});
