import type { ReleaseId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, open, press, refusal } from '../../testSupport/releasesUnderTest.tsx';
import { enter } from '../../testSupport/retype.ts';

const trial = 'GET /release-criteria-template/trial';
const tried = {
  releases: [
    { id: 'a' as ReleaseId, title: 'Checkout 2.9', asOf: null, answer: 'notMet', reason: '#418 failed: 9 tests' },
    { id: 'b' as ReleaseId, title: 'Checkout 2.8', asOf: '2026-11-17T10:00:00Z', answer: 'met', reason: '#405 passed' },
    { id: 'c' as ReleaseId, title: 'Mobile 5.3', asOf: null, answer: 'noEvidence', reason: 'No run of this commit' },
  ],
};
const lists = { 'GET /test-suites': [], 'GET /projects': [], 'GET /environments': [], 'GET /test-plans': [] };

async function openRule(routes: object) {
  const page = open('/release-criteria-template', { routes: { ...lists, ...routes } });
  await press('Add criterion');
  await enter(await screen.findByRole('textbox', { name: /Text/ }), 'Everything passed');
  await userEvent.click(screen.getByRole('radio', { name: 'It answers itself' }));
  return { ...page, asked: () => page.sent.filter(({ path }) => path.includes('/trial')).map(({ path }) => path) };
}

describe('a rule in the form of a template', () => {
  it('is tried on the latest releases before it is saved', async () => {
    const { changes } = await openRule({ [trial]: tried });
    const section = await screen.findByRole('region', { name: 'Tried' });
    expect(await within(section).findByText('met once')).toBeVisible();
    expect(section).toHaveTextContent('On the last 3 releases it was met once');
    expect(section).toHaveTextContent('1 met');
    expect(section).toHaveTextContent('1 not met');
    expect(section).toHaveTextContent('1 no evidence');
    const rows = within(within(section).getByRole('list', { name: 'Tried on releases' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Checkout 2.9#418 failed: 9 testsnow',
      'Checkout 2.8#405 passed11/17/26',
      'Mobile 5.3No run of this commitnow',
    ]);
    expect(within(rows[0] as HTMLElement).getByRole('img', { name: 'Not met' })).toBeVisible();
    expect(changes()).toEqual([]);
  });

  it('is tried again as it changes, and not while a field is missing', async () => {
    const { asked } = await openRule({ [trial]: tried });
    await screen.findByText('met once');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Flaky passes count as passed' }));
    await enter(screen.getByRole('textbox', { name: 'At most hours ago' }), '24');
    await waitFor(() => expect(asked().at(-1)).toContain('maxAgeHours=24'));
    expect(asked().at(-1)).toContain('flakyPassesCount=false');
    await userEvent.click(screen.getByRole('combobox', { name: 'Met if' }));
    await userEvent.click(await screen.findByRole('option', { name: 'No Jira issue is open' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Tried' })).not.toBeInTheDocument());
    await enter(screen.getByRole('textbox', { name: /JQL/ }), 'fixVersion = 3');
    await waitFor(() => expect(asked().at(-1)).toContain('kind=noOpenIssues'));
  });

  it('can be saved where it could not be tried, without flaky passes', async () => {
    const { changes } = await openRule({
      [trial]: refusal(500, {}),
      'POST /release/release-criteria-template': answer,
    });
    expect(await screen.findByText('The rule could not be tried')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Flaky passes count as passed' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add criterion' }));
    await waitFor(() => expect(changes()).toMatchObject([{ body: { rule: { flakyPassesCount: false } } }]));
  });

  it('says that there are no releases to try it on', async () => {
    await openRule({ [trial]: { releases: [] } });
    expect(await screen.findByText('No releases to try it on yet.')).toBeVisible();
  });
});
