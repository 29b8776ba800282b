import type { EnvironmentId, PreviewedRun, ProjectView, QuarantinePreview, TestId, TestRunId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { environmentView, positionAt, projectView } from '../../../testSupport/views.ts';
import { ProjectScreen } from '../ProjectScreen.tsx';
import { QuarantinePreviewScreen } from './QuarantinePreviewScreen.tsx';

const run = (number: number): PreviewedRun => ({
  testRunId: `r${number}` as TestRunId,
  number,
  branch: 'main',
  environmentId: 'e1' as EnvironmentId,
  createdAt: new Date(Date.now() - (100 - number) * 3_600_000).toISOString(),
});
const named = (name: string) => ({ testId: name as TestId, name });
const counts = { runs: 60, failed: 12, spared: 5, missed: 2, quarantined: 2 };
const answer = (change: Partial<QuarantinePreview> = {}): QuarantinePreview => ({
  start: '2026-10-27T10:00:00.000Z',
  end: '2026-11-26T10:00:00.000Z',
  ...counts,
  days: [
    { start: '2026-11-24T00:00:00.000Z', end: '2026-11-25T00:00:00.000Z', ...counts },
    { start: '2026-11-25T00:00:00.000Z', end: '2026-11-26T00:00:00.000Z', ...counts, failed: 0, spared: 0 },
  ],
  tests: [
    {
      ...named('pays'),
      file: 'shop.spec.ts',
      quarantinedAt: run(3).createdAt,
      flakyIn: run(3),
      failures: 6,
      spared: 4,
      missed: 2,
    },
    {
      ...named('ships'),
      file: 'shop.spec.ts',
      quarantinedAt: run(7).createdAt,
      flakyIn: run(7),
      failures: 2,
      spared: 2,
      missed: 0,
    },
  ],
  sparedRuns: [{ run: run(9), tests: ['pays', 'ships', 'adds', 'removes', 'sums'].map(named) }],
  missedFailures: [
    { ...named('pays'), run: run(12), why: 'BROKEN' },
    { ...named('pays'), run: run(11), why: 'FIXED' },
  ],
  knownFrom: null,
  unseenTests: 0,
  uncompared: 0,
  ...change,
});
const none = { spared: 0, missed: 0, quarantined: 0, tests: [], sparedRuns: [], missedFailures: [] };

type Shown = { routes?: Routes; project?: Partial<ProjectView>; roleType?: 'USER' | 'ADMIN'; at?: string };

function show(preview: unknown = answer(), { routes = {}, project = {}, roleType = 'ADMIN', at }: Shown = {}) {
  const page = makePage(
    {
      'GET /projects': [projectView(project)],
      'GET /environments': [environmentView()],
      'GET /projects/p1/quarantine-preview': preview,
      ...routes,
    },
    { roleType },
  );
  const screens = (
    <Screens>
      <Route path="/:account/projects/:projectKey/quarantine-preview" element={<QuarantinePreviewScreen />} />
      <Route path="/:account/projects/:projectKey/:tab" element={<ProjectScreen />} />
      <Route path="*" element={<p>Another page</p>} />
    </Screens>
  );
  return { ...page, ...renderOn(page, screens, at ?? '/northwind/projects/checkout/quarantine-preview') };
}
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1);

describe('the preview of quarantine', () => {
  it('says in three figures what would have passed, who would be set aside, and what would have been hidden', async () => {
    show();
    const figures = within(await screen.findByRole('region', { name: 'With quarantine in the last 30 days' }));
    expect(figures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '5 of 12 failed runs would have passed',
      '2 tests would have been kept aside',
      '2 real failures would have been hidden',
    ]);
    const drawing = figures.getByRole('img', { name: /failed runs in/ });
    expect(drawing).toHaveAccessibleName('12 failed runs in 2 days, up to 12 a day; 5 would have passed');
    expect(drawing.firstElementChild).toHaveAttribute(
      'title',
      expect.stringMatching(/12 failed runs, of which 5 would/),
    );
  });

  it('names runs, tests and failures, each leading to itself', async () => {
    show();
    const [spared] = await rowsOf('Failed runs that would have passed');
    await waitFor(() => expect(spared).toHaveTextContent('#9main · staging'));
    expect(spared).toHaveTextContent('paysshipsadds');
    expect(spared).toHaveTextContent('and 2 more tests');
    const [broken, fixed] = await rowsOf('Real failures that would have been hidden');
    expect(broken).toHaveTextContent('Broken: it failed 5 times or more in a row');
    expect(fixed).toHaveTextContent('It failed with one error until another commit passed');
    expect(within(broken as HTMLElement).getByRole('link', { name: 'pays' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/northwind\/test-runs\/r12\/tests\//),
    );
    const [first, second] = await rowsOf('Tests that would have been kept aside');
    expect(first).toHaveTextContent(/^paysshop\.spec\.ts.*#3.*642$/);
    expect(second).toHaveTextContent(/220$/);
  });

  it('looks back as far as somebody picks, by keyboard too, and keeps that in the address', async () => {
    const { sent, address } = show();
    await screen.findByText('With quarantine in the last 30 days');
    screen.getByRole('radio', { name: '30 days' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByText('With quarantine in the last 90 days')).toBeVisible();
    expect(address()).toBe('/northwind/projects/checkout/quarantine-preview?days=90');
    expect(sent.filter(({ path }) => path.includes('days=90'))).toHaveLength(1);
  });

  it('has the switch beside it, for those who may change the project', async () => {
    const { sent } = show(answer(), {
      routes: { 'PUT /projects/p1': { id: 'p1', revision: '5', position: positionAt(50) } },
    });
    expect(await screen.findByText('Quarantine flaky tests is off.')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({ body: { quarantineFlakyTests: true } }),
    );
  });

  it('is read by those who may not change the project, who see no switch', async () => {
    show(answer(), { roleType: 'USER', project: { quarantineFlakyTests: true } });
    expect(await screen.findByText('Quarantine flaky tests is on.')).toBeVisible();
    expect(await screen.findByText(/would have been kept aside/, { selector: 'li span' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Turn/ })).toBeNull();
  });

  it('says that there were no runs, and that no test would have been quarantined', async () => {
    const { unmount } = show(answer({ ...none, runs: 0, failed: 0 }));
    expect(await screen.findByText('No runs in the last 30 days')).toBeVisible();
    unmount();
    show(answer(none));
    expect(await screen.findByText('No test would have been quarantined')).toBeVisible();
    expect(screen.getByText('0 of 12')).toBeVisible();
  });

  it('can be asked for again when it fails', async () => {
    let isBroken = true;
    const body = { code: 'internal', message: 'Something went wrong.', requestId: 'req-1' };
    show(() => (isBroken ? { status: 500, body } : { body: answer() }));
    expect(await screen.findByText('The preview could not be loaded')).toBeVisible();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: /again|Retry/ }));
    expect(await screen.findByText('5 of 12')).toBeVisible();
  });

  it('shows many in pages, says how many of them are listed, and what is not known', async () => {
    const missedFailures = Array.from({ length: 25 }, (_, index) => ({
      ...named(`test ${index + 1}`),
      run: run(index),
      why: 'BROKEN' as const,
    }));
    show(
      answer({ missedFailures, missed: 1_234, knownFrom: '2026-11-24T12:00:00.000Z', unseenTests: 3, uncompared: 1 }),
    );
    const table = 'Real failures that would have been hidden';
    expect(await rowsOf(table)).toHaveLength(10);
    const part = within(screen.getByRole('region', { name: table }));
    expect(screen.getByText('known in part')).toBeVisible();
    expect(part.getByText('1,234')).toBeVisible();
    expect(part.getByText(/The newest 25 are listed/)).toBeVisible();
    await userEvent.click(part.getByRole('button', { name: 'Next →' }));
    expect((await rowsOf(table))[0]).toHaveTextContent('test 11');
    const limits = within(screen.getByRole('list', { name: 'What is not known' })).getAllByRole('listitem');
    expect(limits.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('only the newest hundred results'),
      expect.stringContaining('3 tests that failed could not be looked at'),
      expect.stringContaining('The errors of 1 older failure were not compared'),
    ]);
  });

  it('is announced in a line beside the setting, and for those who only read it', async () => {
    const at = '/northwind/projects/checkout/settings';
    const { unmount } = show(answer(), { at });
    expect(
      await screen.findByText(/5 of 12 failed runs would have passed, and 2 real failures would have been hidden/),
    ).toBeVisible();
    unmount();
    const { address } = show(answer(), { at, roleType: 'USER' });
    await userEvent.click(await screen.findByRole('link', { name: 'Preview quarantine' }));
    expect(await screen.findByText('With quarantine in the last 30 days')).toBeVisible();
    expect(address()).toBe('/northwind/projects/checkout/quarantine-preview');
  });
});
