import type {
  CriteriaTemplateId,
  CriteriaTemplateView,
  GateEvidence,
  ProjectId,
  ReleaseCriterionId,
  ReleaseCriterionView,
  ReleaseId,
  ReleaseView,
  TestRunId,
} from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { enter, retype } from '../../testSupport/retype.ts';
import { positionAt } from '../../testSupport/views.ts';
import { ReleaseReadinessScreen } from './ReleaseReadinessScreen.tsx';
import { ReleaseScreen } from './ReleaseScreen.tsx';

const grace = { id: 'grace', fullName: 'Grace Hopper', email: 'grace@example.com' };
const checkout: ReleaseView = {
  id: 'checkout' as ReleaseId,
  title: 'Checkout 2.9',
  description: 'Gift cards',
  proposedReleaseDate: '2026-11-26',
  actualReleaseDate: null,
  decision: null,
  decisions: [],
  ships: [],
  criteriaCount: 2,
  completedCount: 1,
  createdBy: grace,
  createdAt: '2026-11-01T10:00:00Z',
  changedAt: '2026-11-02T10:00:00Z',
  position: positionAt(1),
  revision: '4',
};
const [notesId, docsId] = ['checkout.1', 'checkout.2'] as [ReleaseCriterionId, ReleaseCriterionId];
const notes: ReleaseCriterionView = {
  releaseId: checkout.id,
  id: notesId,
  text: 'Notes are written',
  isOpen: false,
  completedAt: '2026-11-02T10:00:00Z',
  completedBy: grace,
  rule: null,
  answer: null,
  override: null,
};
const docs: ReleaseCriterionView = {
  ...notes,
  id: docsId,
  text: 'Docs are written',
  isOpen: true,
  completedAt: null,
  completedBy: null,
};
const noGo = {
  decision: 'No-Go' as const,
  reason: 'Docs are missing',
  decidedBy: grace,
  decidedAt: '2026-11-03T10:00:00Z',
  openCriterionIds: [docsId],
};
const decided: ReleaseView = { ...checkout, decision: 'No-Go', decisions: [noGo], revision: '5' };
const template: CriteriaTemplateView = {
  id: 'one' as CriteriaTemplateId,
  text: 'Notes are written',
  rule: null,
  revision: '3',
  position: positionAt(1),
};
const pageOf = (...releases: ReleaseView[]) => ({
  releases,
  total: releases.length,
  undecided: releases.filter(({ decision }) => decision === null).length,
  position: positionAt(1),
});
const answer = { id: 'checkout', revision: '6', position: positionAt(50) };
const refusal = (status: number, change: object) => () => ({
  status,
  body: { code: 'request.refused', message: 'Refused.', requestId: 'r1', ...change },
});

type Options = { routes?: Routes; roleType?: 'USER' | 'ADMIN' };
const base = '/northwind/dashboard/release-readiness';

function open(at: string, { routes = {}, roleType = 'ADMIN' }: Options = {}) {
  const all = {
    'GET /release': pageOf(checkout),
    'GET /release/checkout': checkout,
    'GET /release/checkout/release-criteria': [notes, docs],
    'GET /release-criteria-template': [template],
    ...routes,
  };
  const page = makePage(all, { roleType });
  const screens = (
    <Screens>
      <Route path={`${base}/releases`} element={<ReleaseReadinessScreen tab="releases" />} />
      <Route path={`${base}/releases/:releaseId`} element={<ReleaseScreen />} />
      <Route
        path={`${base}/release-criteria-template`}
        element={<ReleaseReadinessScreen tab="release-criteria-template" />}
      />
    </Screens>
  );
  const view = renderOn(page, screens, `${base}${at}`);
  return { ...page, ...view, changes: () => page.sent.filter(({ method }) => method !== 'GET') };
}

const press = async (name: string | RegExp) => await userEvent.click(await screen.findByRole('button', { name }));
const row = (name: RegExp) => screen.findByRole('button', { name });

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

  it('are read-only for users', async () => {
    open(at, { roleType: 'USER' });
    expect(await screen.findByText('Notes are written')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Edit|Archive|Add criterion/ })).not.toBeInTheDocument();
  });
});

describe('criteria that rules answer', () => {
  const rule = {
    kind: 'runsPass' as const,
    testSuiteId: null,
    testSuiteName: null,
    environmentId: null,
    environmentName: null,
    maxAgeHours: null,
  };
  const cited: GateEvidence = {
    title: 'All tests',
    environmentName: 'Staging',
    answer: 'notMet',
    reason: '#418 failed: 9 tests',
    testRunId: 'run-418' as TestRunId,
    number: 418,
    endTime: '2026-11-02T09:00:00Z',
  };
  const failing: ReleaseCriterionView = {
    ...docs,
    text: 'Everything passed',
    rule,
    answer: { answer: 'notMet', reason: 'All tests: #418 failed: 9 tests', evidence: [cited], position: positionAt(9) },
  };
  const overridden: ReleaseCriterionView = {
    ...failing,
    isOpen: false,
    override: { reason: 'Behind a flag', overriddenBy: grace, overriddenAt: '2026-11-02T10:00:00Z' },
  };
  const shipping: ReleaseView = {
    ...checkout,
    ships: [{ projectId: 'shop' as ProjectId, projectName: 'Web shop', projectKey: 'shop', commit: 'a'.repeat(40) }],
  };
  const routesOf = (release: ReleaseView, ...criteria: ReleaseCriterionView[]): Routes => ({
    'GET /release/checkout': release,
    'GET /release/checkout/release-criteria': criteria,
    'GET /projects': [],
  });

  it('show what they answer and by which run, worst first, and what ships', async () => {
    open('/releases/checkout', { routes: routesOf(shipping, notes, failing) });
    const group = await screen.findByRole('region', { name: 'Not met' });
    expect(group).toHaveTextContent('All tests: #418 failed: 9 tests');
    expect(within(group).getByRole('link', { name: 'run #418' })).toHaveAttribute(
      'href',
      '/northwind/test-runs/run-418',
    );
    expect(within(group).queryByRole('checkbox')).not.toBeInTheDocument();
    const groups = screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'));
    expect(groups).toEqual(['Not met', 'Completed', 'Ships']);
    expect(screen.getByRole('region', { name: 'Ships' })).toHaveTextContent('Web shopaaaaaaaa');
  });

  it('are overridden for a reason, which is required', async () => {
    const { changes } = open('/releases/checkout', {
      routes: { ...routesOf(shipping, failing), 'PUT /release/checkout/release-criteria/checkout.2/override': answer },
    });
    await press('Override Everything passed');
    const dialog = await screen.findByRole('dialog', { name: 'Override criterion' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Override' }));
    expect(await within(dialog).findByText("Can't be blank")).toBeVisible();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Behind a flag');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Override' }));
    await waitFor(() => expect(changes()).toMatchObject([{ body: { reason: 'Behind a flag' } }]));
  });

  it('show an override with its reason, and take it back', async () => {
    const path = 'DELETE /release/checkout/release-criteria/checkout.2/override';
    const { changes } = open('/releases/checkout', { routes: { ...routesOf(shipping, overridden), [path]: answer } });
    expect(await screen.findByRole('region', { name: 'Overridden' })).toHaveTextContent('Grace Hopper');
    expect(screen.getByText('Nothing open')).toBeVisible();
    await press('Take back the override of Everything passed');
    await waitFor(() => expect(changes()).toHaveLength(1));
  });

  it('offer no override to users, nor after the decision', async () => {
    const { unmount } = open('/releases/checkout', { routes: routesOf(shipping, failing), roleType: 'USER' });
    await screen.findByRole('region', { name: 'Not met' });
    expect(screen.queryByRole('button', { name: /Override/ })).not.toBeInTheDocument();
    unmount();
    const gone = { ...shipping, decision: 'No-Go' as const, decisions: [noGo] };
    open('/releases/checkout', { routes: routesOf(gone, failing) });
    await screen.findByRole('region', { name: 'Not met' });
    expect(screen.queryByRole('button', { name: /Override/ })).not.toBeInTheDocument();
  });

  it('are made by templates, with the runs that they ask for', async () => {
    const { changes } = open('/release-criteria-template', {
      routes: {
        'POST /release/release-criteria-template': answer,
        'GET /test-suites': [],
        'GET /projects': [],
        'GET /environments': [],
      },
    });
    await press('Add criterion');
    await enter(await screen.findByRole('textbox', { name: /Text/ }), 'Everything passed');
    await userEvent.click(screen.getByRole('radio', { name: 'It answers itself' }));
    await enter(screen.getByRole('textbox', { name: 'At most hours ago' }), '24');
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add criterion' }));
    const asked = { kind: 'runsPass', testSuiteId: null, environmentId: null, maxAgeHours: 24 };
    await waitFor(() => expect(changes()).toMatchObject([{ body: { text: 'Everything passed', rule: asked } }]));
  });
});
