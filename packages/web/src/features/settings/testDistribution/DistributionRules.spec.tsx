import type { TestDistributionRuleView } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, projectView } from '../../../testSupport/views.ts';
import { SettingsScreen } from '../SettingsScreen.tsx';
import { DistributionRuleScreen } from './DistributionRuleScreen.tsx';

const rule = (id: string, orderToApply: number, change: Partial<TestDistributionRuleView> = {}) =>
  ({
    id,
    orderToApply,
    ruleType: 'FILE',
    assignedTo: 'UNIT',
    projectId: null,
    projectName: null,
    testSuiteId: null,
    testSuiteName: null,
    includePatterns: ['*.unit.ts'],
    createdAt: '2026-11-01T00:00:00.000Z',
    position: positionAt(1),
    revision: '7',
    ...change,
  }) as TestDistributionRuleView;
const rules = [rule('r1', 0), rule('r2', 5, { assignedTo: 'END_TO_END', includePatterns: [] })];
const done = { id: 'r1', revision: '8', position: positionAt(2) };
const path = '/test-distribution-analysis-rule';

function show(at: string, change: Routes = {}, roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  const made = makePage(
    {
      'GET /projects': [projectView()],
      'GET /test-suites': [],
      'GET /user-roles': [],
      'GET /team': [],
      [`GET ${path}`]: rules,
      [`POST ${path}`]: { status: 201, body: done },
      ...change,
    },
    { roleType },
  );
  const screens = (
    <Screens>
      <Route path="/:account/settings/:tab" element={<SettingsScreen />} />
      <Route path="/:account/test-distribution-analysis-rule/new" element={<DistributionRuleScreen />} />
      <Route path="/:account/test-distribution-analysis-rule/:ruleId" element={<DistributionRuleScreen />} />
    </Screens>
  );
  return { ...renderOn(made, screens, `/northwind/${at}`), ...made };
}

describe('test distribution rules', () => {
  it('are listed in their order, with what they fit', async () => {
    show('settings/test-distribution-settings');
    expect(await screen.findByText('File matches *.unit.ts')).toBeVisible();
    const items = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toEqual(['0UnitFile matches *.unit.ts', '5End-to-endEvery test']);
    expect(screen.getByRole('button', { name: 'Move rule 0: Unit' })).toBeVisible();
  });

  it('are added by a form, behind the others, with the texts of the service', async () => {
    const { sent, address } = show('test-distribution-analysis-rule/new', {
      [`POST ${path}`]: () => ({ status: 201, body: done }),
    });
    const priority = await screen.findByRole('textbox', { name: /Priority/ });
    expect(priority).toHaveValue('6');
    await userEvent.clear(priority);
    await userEvent.type(priority, '31');
    await userEvent.type(screen.getByPlaceholderText(/every test/), '*.spec.ts{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Add rule' }));
    expect(await screen.findByText('Must be between 0 and 30')).toBeVisible();
    await userEvent.clear(priority);
    await userEvent.type(priority, '2');
    await userEvent.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(address()).toBe('/northwind/settings/test-distribution-settings'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      orderToApply: 2,
      ruleType: 'FILE',
      assignedTo: 'UNIT',
      projectId: null,
      testSuiteId: null,
      includePatterns: ['*.spec.ts'],
    });
  });

  it('have the head of their screen where they cannot be loaded', async () => {
    const problem = { code: 'internal', message: 'Something went wrong' };
    show('test-distribution-analysis-rule/r1', { [`GET ${path}`]: () => ({ status: 500, body: problem }) });
    expect(await screen.findByText('The rule could not be loaded')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Test distribution rule' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Test Distribution' })).toBeVisible();
  });

  it('are for administrators only', async () => {
    show('test-distribution-analysis-rule/r1', {}, 'USER');
    expect(await screen.findByText('Only administrators change test distribution rules')).toBeVisible();
  });

  it('say that one does not exist', async () => {
    show('test-distribution-analysis-rule/gone');
    expect(await screen.findByText('This test distribution rule does not exist')).toBeVisible();
  });
});
