import type { TestId, TestRename } from '@assay/contract';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, projectView } from '../../../testSupport/views.ts';
import { RenamedTestsTab } from './RenamedTestsTab.tsx';

const path = '/projects/p1/renamed-tests';
const rename = (id: string, change: Partial<TestRename> = {}): TestRename => ({
  ...{ id: id as TestId, testId: `former-${id}` as TestId, name: id, formerName: id },
  ...{ file: 'test/cart.spec.ts', formerFile: 'src/cart.spec.ts', reason: 'MOVED_FILE' },
  ...{ testRunId: 'r1', at: '2026-11-01T10:00:00Z' },
  ...change,
});
const inFile = { file: 'cart.spec.ts', formerFile: 'cart.spec.ts' };
const similar = rename('pays at once', { ...inFile, formerName: 'pays now', reason: 'SIMILAR' });

function open(routes: Routes, roleType: 'ADMIN' | 'USER' = 'ADMIN') {
  const page = makePage(routes, { roleType });
  renderOn(
    page,
    <>
      <Notifications />
      <RenamedTestsTab project={projectView()} />
    </>,
    '/northwind/projects/checkout/renamed-tests',
  );
  return page;
}
const answer = (suggested: TestRename[], renamed: TestRename[]) => ({
  [`GET ${path}`]: { suggested, renamed, renamedCount: renamed.length },
  [`POST ${path}/decisions`]: { id: 'p1', revision: '1', position: positionAt(9) },
});
const rowsOf = async (table: string) => within(await screen.findByRole('table', { name: table })).getAllByRole('row');

describe('the renamed tests of a project', () => {
  it('are one row for a file that has moved, and one for each other name', async () => {
    open(
      answer(
        [],
        [rename('adds'), rename('pays'), rename('ships', { ...inFile, formerName: 'sends', reason: 'ACCEPTED' })],
      ),
    );
    const [, moved, accepted] = await rowsOf('Renamed');
    expect(moved).toHaveTextContent(/^test\/cart\.spec\.ts2 testssrc\/cart\.spec\.ts2 tests.*Its file has moved/);
    expect(accepted).toHaveTextContent(/^shipscart\.spec\.tssendscart\.spec\.ts.*Accepted/);
    expect(screen.queryByRole('table', { name: 'May be the same test' })).toBeNull();
  });

  it.each([
    ['Same test', 'JOIN'],
    ['Two tests', 'SEPARATE'],
  ])('are decided on where they are only suggested: %s', async (label, decision) => {
    const { sent } = open(answer([similar], []));
    await userEvent.click(await screen.findByRole('button', { name: `${label}: pays at once` }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
        path: `${path}/decisions`,
        body: { ids: ['pays at once'], decision },
      }),
    );
  });

  it('are separated together where their file has moved', async () => {
    const { sent } = open(answer([], [rename('adds'), rename('pays')]));
    await userEvent.click(await screen.findByRole('button', { name: 'Separate: test/cart.spec.ts' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        ids: ['adds', 'pays'],
        decision: 'SEPARATE',
      }),
    );
  });

  it('show what could not be decided', async () => {
    const refused = {
      status: 404,
      body: { code: 'testRename.notFound', message: 'Renamed test not found.', requestId: 'r' },
    };
    open({ ...answer([similar], []), [`POST ${path}/decisions`]: () => refused });
    await userEvent.click(await screen.findByRole('button', { name: 'Same test: pays at once' }));
    expect(await screen.findByText('Renamed test not found.')).toBeVisible();
  });

  it('say how they come about without any, and that they could not be loaded', async () => {
    open(answer([], []));
    expect(await screen.findByText('No renamed tests')).toBeVisible();
    open({
      [`GET ${path}`]: () => ({ status: 500, body: { code: 'failed', message: 'The store is away.', requestId: 'r' } }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('The store is away.');
  });

  it('show the newest of very many', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => rename(`t${at}`, { ...inFile, formerName: `former ${at}` }));
    open({ ...answer([], many), [`GET ${path}`]: { suggested: [], renamed: many, renamedCount: 4_321 } });
    expect(await rowsOf('Renamed')).toHaveLength(201);
    expect(screen.getByText('The newest 200 of 1000.')).toBeVisible();
    expect(screen.getByText('The newest 1,000 tests of 4321.')).toBeVisible();
  });
});
