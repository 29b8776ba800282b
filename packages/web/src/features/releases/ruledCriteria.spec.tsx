import type { GateEvidence, ProjectId, ReleaseCriterionView, ReleaseView, TestRunId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Routes } from '../../testSupport/pageOfTests.tsx';
import { runsRule } from '../../testSupport/releaseRules.ts';
import { answer, checkout, docs, grace, noGo, notes, open, press } from '../../testSupport/releasesUnderTest.tsx';
import { enter } from '../../testSupport/retype.ts';
import { positionAt } from '../../testSupport/views.ts';

describe('criteria that rules answer', () => {
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
    rule: runsRule,
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

  it('ask for a test plan, which has to be chosen', async () => {
    const { changes } = open('/release-criteria-template', {
      routes: {
        'POST /release/release-criteria-template': answer,
        'GET /test-suites': [],
        'GET /projects': [],
        'GET /environments': [],
        'GET /test-plans': [{ id: 'gate', name: 'Gate' }],
      },
    });
    await press('Add criterion');
    await enter(await screen.findByRole('textbox', { name: /Text/ }), 'The gate passed');
    await userEvent.click(screen.getByRole('radio', { name: 'It answers itself' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Met if' }));
    await userEvent.click(await screen.findByRole('option', { name: 'A test plan passed' }));
    expect(screen.queryByRole('combobox', { name: 'In environment' })).not.toBeInTheDocument();
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add criterion' }));
    expect(await screen.findByText('You must select a Test Plan')).toBeVisible();
    expect(changes()).toEqual([]);
    await userEvent.click(screen.getByRole('combobox', { name: /Test plan/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Gate' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add criterion' }));
    const rule = { kind: 'planPasses', testSuiteId: null, testPlanId: 'gate', environmentId: null };
    await waitFor(() => expect(changes()).toMatchObject([{ body: { text: 'The gate passed', rule } }]));
  });
});
