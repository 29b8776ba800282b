import { readFile } from 'node:fs/promises';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { Palette } from './Palette.tsx';
import { palette } from './palette.ts';

describe('the command palette', () => {
  it("shows a selected entry in the page's own colours", async () => {
    const styles = document.createElement('style');
    styles.textContent = await readFile(new URL('../mantine.css', import.meta.url), 'utf8');
    document.head.append(styles);
    renderOn(makePage(), <Palette />);
    act(() => palette.open());
    await userEvent.type(await screen.findByRole('textbox'), 'environments{ArrowDown}');
    const entry = (await screen.findByText('Go to environments')).closest('button') as HTMLElement;
    expect(entry).toHaveAttribute('data-selected');
    const colours = getComputedStyle(entry);
    expect(colours.getPropertyValue('--action-description-color')).toBe('var(--ink-soft)');
    expect(colours.getPropertyValue('--action-description-opacity')).toBe('1');
    styles.remove();
  });
  const found = {
    testRuns: [
      {
        id: 'run-12',
        number: 12,
        status: 'FAIL',
        projectName: 'Web shop',
        testSuiteName: null,
        environmentName: 'Staging',
        branch: 'feature/pay',
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    ],
    tests: [
      {
        id: 'pays',
        projectId: 'shop',
        projectName: 'Web shop',
        file: 'cart.spec.ts',
        name: 'pays by card',
        testRunId: 'run-12',
        status: 'PASS',
        flaky: false,
      },
    ],
  };
  const open = async (answer: unknown) => {
    const page = makePage({ 'GET /search': answer });
    const { address } = renderOn(page, <Palette />);
    act(() => palette.open());
    return { page, address, field: await screen.findByRole('textbox') };
  };

  it('finds runs and tests once typing pauses, and opens them by keyboard', async () => {
    const { page, address, field } = await open(found);
    // Faster than anybody types, so that no pause of the machine counts as one.
    for (const typed of ['c', 'check', 'checkout']) fireEvent.change(field, { target: { value: typed } });
    expect(await screen.findByRole('button', { name: /Web shop #12/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /pays by card.*cart\.spec\.ts/ })).toBeVisible();
    expect(page.sent.filter(({ path }) => path.startsWith('/search')).map(({ path }) => path)).toEqual([
      '/search?text=checkout',
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(address()).toBe('/northwind/test-runs/run-12/tests/pays');
  });

  it('selects the first that is found, so that Enter opens it', async () => {
    const { address, field } = await open(found);
    await userEvent.type(field, 'checkout');
    await screen.findByRole('button', { name: /Web shop #12/ });
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe('/northwind/test-runs/run-12');
  });

  it('says that nothing was found only after the service has answered', async () => {
    let answer: (body: unknown) => void = () => undefined;
    const waiting = new Promise<unknown>((resolve) => {
      answer = resolve;
    });
    const { page, field } = await open(async () => ({ body: await waiting }));
    await userEvent.type(field, 'zzz');
    await waitFor(() => expect(page.sent.at(-1)?.path).toBe('/search?text=zzz'));
    expect(screen.queryByText('Nothing found')).not.toBeInTheDocument();
    answer({ testRuns: [], tests: [] });
    expect(await screen.findByText('Nothing found')).toBeVisible();
  });

  it.each(['fe', 'ferry', 'qz'])('stays open while %s is found nowhere', async (text) => {
    const { field } = await open({ testRuns: [], tests: [] });
    await userEvent.type(field, text);
    expect(await screen.findByText('Nothing found')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveFocus();
  });

  it('says that the search failed, and tries again', async () => {
    let answer: { status?: number; body: unknown } = { status: 500, body: { code: 'internal', message: 'Down' } };
    const { field } = await open(() => answer);
    await userEvent.type(field, 'checkout');
    const again = await screen.findByText('Test runs and tests could not be searched');
    answer = { body: found };
    await userEvent.click(again);
    expect(await screen.findByRole('button', { name: /pays by card/ })).toBeVisible();
  });
});
