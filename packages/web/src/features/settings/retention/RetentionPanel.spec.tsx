import { keepAll, type ProjectId, type Retention, type StorageView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn, type Sent } from '../../../testSupport/pageOfTests.tsx';
import { retype } from '../../../testSupport/retype.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { RetentionPanel } from './RetentionPanel.tsx';

const megabyte = 1024 * 1024;
const storage = (change: Partial<StorageView> = {}): StorageView => ({
  retention: { ...keepAll, attachmentsDays: 30 },
  counted: true,
  kinds: [
    { kind: 'logs', bytes: 2 * megabyte, runs: 1_200, dueRuns: 0, dueBytes: 0, oldest: '2026-03-01' },
    { kind: 'details', bytes: 0, runs: 0, dueRuns: 0, dueBytes: 0, oldest: null },
    { kind: 'attachments', bytes: 8 * megabyte, runs: 40, dueRuns: 3, dueBytes: megabyte, oldest: '2026-10-01' },
  ],
  builds: { bytes: megabyte, builds: 2 },
  projects: [
    {
      projectId: 'p1' as ProjectId,
      name: 'Checkout',
      logs: 2 * megabyte,
      details: 0,
      attachments: 8 * megabyte,
      builds: megabyte,
    },
  ],
  sweeps: [
    {
      id: 's1',
      startedAt: '2026-11-01T10:00:00Z',
      endedAt: '2026-11-01T10:01:00Z',
      runs: 12,
      bytes: 4 * megabyte,
      freedBytes: 3 * megabyte,
      heldBack: 1,
    },
  ],
  revision: '7',
  ...change,
});
const done = { id: 'a1', revision: '8', position: positionAt(30) };

function show(view: Routes[string], routes: Routes = {}) {
  const page = makePage({ 'GET /account/storage': view, ...routes });
  renderOn(page, <RetentionPanel />);
  return page;
}
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
const saved = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('what an account keeps', () => {
  it('is told by kind, with its size, for how long, and what goes next', async () => {
    show(storage());
    expect(await rowsOf('What is kept')).toEqual([
      ['Logs', '2.0 MB', '1,200', 'for good', '2026-03-01', 'nothing'],
      ['Output and stack traces', '0 B', '0', 'for good', '–', 'nothing'],
      ['Screenshots, videos and files', '8.0 MB', '40', '30 days', '2026-10-01', '3 runs, 1.0 MB'],
    ]);
    expect(screen.getByRole('heading', { name: '10.0 MB of logs, output and attachments' })).toBeVisible();
    expect(screen.getByText(/2 builds take 1.0 MB more and are kept/)).toBeVisible();
  });

  it('is told by project, and with what was removed lately', async () => {
    show(storage());
    expect(await rowsOf('By project')).toEqual([['Checkout', '2.0 MB', '0 B', '8.0 MB', '1.0 MB', '11.0 MB']]);
    const [[, ...sweep] = []] = await rowsOf('Removed lately');
    expect(sweep).toEqual(['12 runs', '4.0 MB', '3.0 MB', '1 run']);
  });

  it('says that nothing is stored or was removed yet, and that it is still being counted', async () => {
    show(storage({ counted: false, projects: [], sweeps: [], builds: { bytes: 0, builds: 0 } }));
    expect(await screen.findByText('Nothing is stored yet')).toBeVisible();
    expect(screen.getByText('Nothing was removed yet')).toBeVisible();
    expect(screen.getByText(/still being counted; nothing goes until that is done/)).toBeVisible();
    expect(screen.queryByText(/more and are kept/)).not.toBeInTheDocument();
  });

  it('that cannot be loaded is tried again', async () => {
    let isAway = true;
    const away = { status: 503, body: { code: 'away', message: 'The store is away.', requestId: 'req-7' } };
    show(() => (isAway ? away : { body: storage() }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The sizes could not be loaded');
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'What is kept' })).toBeVisible();
  });
});

describe('the rules of retention', () => {
  it('are changed as they were seen; an empty field keeps for good', async () => {
    const { sent } = show(storage(), { 'PUT /account/retention': done });
    await retype('Logs', '90');
    await retype('Screenshots, videos and files', '');
    await retype(/^At most, all together/, '5000');
    await save();
    expect(await screen.findByText(/^Saved\. What is due goes from now on/)).toBeVisible();
    const [request, ...others] = saved(sent);
    expect(others).toEqual([]);
    expect(request?.body).toEqual<Retention>({
      logsDays: 90,
      detailsDays: null,
      attachmentsDays: null,
      maximumMegabytes: 5_000,
    });
    expect(new Headers(request?.headers).get('if-match')).toContain('7');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('have bounds, said at their fields, the first of which gets the focus', async () => {
    const { sent } = show(storage());
    await retype('Logs', '0');
    await retype(/^At most, all together/, '99');
    await save();
    expect(await screen.findByText('Must be between 1 and 3650 days')).toBeVisible();
    expect(screen.getByText('Must be between 100 and 1000000000')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Logs')).toHaveFocus());
    expect(saved(sent)).toEqual([]);
  });

  it('that somebody else has changed meanwhile are not overwritten', async () => {
    let view = storage();
    const stale = { status: 412, body: { code: 'account.changed', message: 'Changed', requestId: 'req-2' } };
    show(() => ({ body: view }), { 'PUT /account/retention': () => stale });
    await retype('Logs', '90');
    view = storage({ retention: { ...keepAll, detailsDays: 14 }, revision: '8' });
    await save();
    expect(await screen.findByText('Somebody else changed this account since you opened it.')).toBeVisible();
    expect(screen.getByLabelText('Logs')).toHaveValue('90 days');
  });
});
