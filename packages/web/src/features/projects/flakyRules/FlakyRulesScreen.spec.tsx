import {
  type EnvironmentId,
  type FlakyRulesPreview,
  type FoundFlaky,
  type TestId,
  type TestRunId,
  usualFlakyRules,
} from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn, type Sent } from '../../../testSupport/pageOfTests.tsx';
import { retype } from '../../../testSupport/retype.ts';
import { environmentView, positionAt, projectView } from '../../../testSupport/views.ts';
import { FlakyRulesScreen } from './FlakyRulesScreen.tsx';

const found: FoundFlaky = {
  since: '2026-11-20T10:00:00.000Z',
  until: null,
  times: 1,
  days: 6.2,
  evidence: 'A',
  failures: 4,
  missed: 1,
};
const run = (number: number) => ({
  testRunId: `r${number}` as TestRunId,
  number,
  branch: 'main',
  environmentId: 'e1' as EnvironmentId,
  createdAt: '2026-11-21T10:00:00.000Z',
});
const named = (name: string) => ({ testId: name as TestId, name });
const answer: FlakyRulesPreview = {
  start: '2026-10-27T10:00:00.000Z',
  end: '2026-11-26T10:00:00.000Z',
  runs: 60,
  failed: 12,
  rules: { now: usualFlakyRules, tried: { ...usualFlakyRules, flips: 6 } },
  now: { found: 2, spared: 5, missed: 3 },
  tried: { found: 1, spared: 4, missed: 3 },
  tests: [
    { ...named('pays'), file: 'shop.spec.ts', lastRunId: 'r9' as TestRunId, now: found, tried: null },
    {
      ...named('ships'),
      file: 'shop.spec.ts',
      lastRunId: null,
      now: found,
      tried: { ...found, evidence: 'B', until: '2026-11-22T10:00:00.000Z', times: 2, days: 1.5, missed: 0 },
    },
  ],
  sparedRuns: [{ run: run(9), by: 'NOW', tests: ['pays', 'ships', 'adds', 'sums'].map(named) }],
  missedFailures: [{ ...named('pays'), run: run(12), by: 'BOTH', why: 'BROKEN' }],
  knownFrom: '2026-11-01T10:00:00.000Z',
  unseenTests: 3,
  uncompared: 0,
};

function show(routes: Routes = {}, roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  const page = makePage(
    {
      'GET /projects': [projectView()],
      'GET /environments': [environmentView()],
      'GET /projects/p1/flaky-rules-preview': answer,
      ...routes,
    },
    { roleType },
  );
  const screens = (
    <Screens>
      <Route path="/:account/projects/:projectKey/flaky-rules" element={<FlakyRulesScreen />} />
      <Route path="*" element={<p>Another page</p>} />
    </Screens>
  );
  return { ...page, ...renderOn(page, screens, '/northwind/projects/checkout/flaky-rules') };
}
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1);
const tryIt = async () => userEvent.click(await screen.findByRole('button', { name: 'Test on past runs' }));
const asked = (sent: readonly Sent[]) => sent.filter(({ path }) => path.includes('flaky-rules-preview'));
const saved = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT');

describe('the rules for flaky tests', () => {
  it('are tried as they are typed, before they are saved: what each finds, spares and misses', async () => {
    const { sent } = show();
    await retype('At least', '6');
    await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
    await waitFor(() => expect(asked(sent).at(-1)?.path).toMatch(/days=90.*flips=6/));
    const counts = await rowsOf('Both rules');
    expect(counts.map(({ textContent }) => textContent)).toEqual([
      'Tests found flaky21−1',
      'Of 12 failed runs, would have passed54−1',
      'Real failures, would have been missed33–',
    ]);
    const query = new URLSearchParams(asked(sent).at(-1)?.path.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      days: '90',
      ...Object.fromEntries(
        Object.entries({ ...usualFlakyRules, flips: 6 }).map(([rule, value]) => [rule, `${value}`]),
      ),
    });
    expect(screen.getByText(/with these rules in the last 90 days, 1 fewer than with the saved ones/)).toBeVisible();
    expect(saved(sent)).toEqual([]);
    const [pays, ships] = await rowsOf('Tests found flaky');
    expect(pays).toHaveTextContent(/A, .*, still flaky4 failures meanwhile, 1 realnot found$/);
    expect(ships).toHaveTextContent(/B, .*, for 1.5 days, 2 times4 failures meanwhile$/);
    expect(within(pays as HTMLElement).getByRole('link', { name: 'pays' })).toHaveAttribute(
      'href',
      expect.stringContaining('/test-runs/r9/tests/'),
    );
    const [spared] = await rowsOf('Failed runs that would have passed');
    expect(spared).toHaveTextContent(/the rules as they are.*and 1 more test/);
    expect(await rowsOf('Real failures that would have been missed')).toHaveLength(1);
    const limits = within(screen.getByRole('list', { name: 'What is not known' })).getAllByRole('listitem');
    expect(limits).toHaveLength(2);
  });

  it('are saved as they were seen', async () => {
    const { sent } = show({ 'PUT /projects/p1': { id: 'p1', revision: '8', position: positionAt(30) } });
    await retype('Recovered after', '14');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include these' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Saved\. Tests are judged by these rules/)).toBeVisible();
    expect(saved(sent).map(({ body }) => body)).toEqual([
      { flakyRules: { ...usualFlakyRules, recoveryDays: 14, opinions: false } },
    ]);
    expect(new Headers(saved(sent)[0]?.headers).get('if-match')).not.toBeNull();
  });

  it('say what they do with their numbers', async () => {
    show();
    await retype('Counts for', '21');
    expect(await screen.findByText(/passed and failed on the same commit,.* is flaky for 21 days\./)).toBeVisible();
    expect(screen.getByText(/at least 4 times in its newest 30 results .* above 5% with 95% confidence/)).toBeVisible();
    expect(screen.getByText(/recovering after 3 days, and recovered after 7 days or 100 results/)).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include these' }));
    expect(screen.getByText('What people mark as known flaky is not counted.')).toBeVisible();
  });

  it('have bounds, and are set back to the usual ones', async () => {
    const { sent } = show();
    await retype('At least', '2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Must be between 3 and 50')).toBeVisible();
    expect(saved(sent)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    await waitFor(() => expect(screen.getByLabelText('At least')).toHaveValue('4 changes'));
  });

  it('are no longer tried when somebody stops it', async () => {
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    show({
      'GET /projects/p1/flaky-rules-preview': async () => {
        await waiting;
        return { body: answer };
      },
    });
    await screen.findByLabelText('At least');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    release();
    expect(await screen.findByRole('button', { name: 'Test on past runs' })).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Both rules' })).not.toBeInTheDocument();
  });

  it('are tried by everybody, and changed by administrators', async () => {
    show({}, 'USER');
    expect(await screen.findByLabelText('At least')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    expect(await rowsOf('Both rules')).toHaveLength(3);
  });

  it('say when they could not be tried, and that there are no runs', async () => {
    let body: unknown = { code: 'away', message: 'The store is away.', requestId: 'req-7' };
    let status = 503;
    show({ 'GET /projects/p1/flaky-rules-preview': () => ({ status, body }) });
    await screen.findByLabelText('At least');
    expect(await screen.findByText('The rules could not be tried')).toBeVisible();
    [status, body] = [200, { ...answer, runs: 0 }];
    await tryIt();
    expect(await screen.findByText('No runs in the last 30 days')).toBeVisible();
  });
});
