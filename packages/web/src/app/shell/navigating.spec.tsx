import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, lazy } from 'react';
import { Route, Routes as Screens } from 'react-router';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { areas } from '../areas.ts';
import { Shell } from './Shell.tsx';

/** A page with a screen whose code loads until the test says so. */
function openWithSlowScreen() {
  let load: () => void = () => undefined;
  const loaded = new Promise<{ default: ComponentType }>((resolve) => {
    load = () => resolve({ default: () => <h1>The agents</h1> });
  });
  const Slow = lazy(() => loaded);
  const screens = (
    <Screens>
      <Route path="/:account" element={<Shell />}>
        <Route path="environments" element={<h1>The environments</h1>} />
        <Route path="agents" element={<Slow />} />
      </Route>
    </Screens>
  );
  renderOn(makePage(), screens, '/northwind/environments');
  return { load };
}

const entry = (name: string) => within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name });

describe('an area whose code takes long to load', () => {
  it('is selected in the navigation at once, and has a skeleton until it is loaded', async () => {
    const { load } = openWithSlowScreen();
    await screen.findByRole('heading', { name: 'The environments' });
    await userEvent.click(entry('Agents'));
    await waitFor(() => expect(entry('Agents')).toHaveAttribute('aria-current', 'page'));
    expect(entry('Environments')).not.toHaveAttribute('aria-current');
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'The environments' })).not.toBeInTheDocument();
    await act(async () => load());
    expect(await screen.findByRole('heading', { name: 'The agents' })).toBeVisible();
    expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
  });
});

describe('a skeleton', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const isShown = () => screen.getByRole('status', { name: 'Loading' }).childElementCount > 0;

  it('shows after 150 ms, and not before', () => {
    renderOn(makePage(), <RowsSkeleton />);
    act(() => void jest.advanceTimersByTime(149));
    expect(isShown()).toBe(false);
    act(() => void jest.advanceTimersByTime(1));
    expect(isShown()).toBe(true);
  });
});

describe('the code of an area', () => {
  const agents = areas.find(({ path }) => path === 'agents');
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['pointed at', () => fireEvent.pointerEnter(entry('Agents'))],
    ['focused', () => act(() => entry('Agents').focus())],
  ])('is loaded ahead when its entry is %s', async (_, reach) => {
    if (!agents?.load) throw new Error('the area of agents loads nothing');
    const load = jest.spyOn(agents as Required<typeof agents>, 'load');
    openWithSlowScreen();
    await screen.findByRole('heading', { name: 'The environments' });
    expect(load).not.toHaveBeenCalled();
    reach();
    expect(load).toHaveBeenCalledTimes(1);
    expect(await load.mock.results[0]?.value).toEqual({ default: expect.any(Function) });
  });

  it('can be loaded ahead everywhere but at the test runs, which come with the frame', () => {
    expect(areas.filter(({ load }) => load === undefined).map(({ path }) => path)).toEqual(['test-runs']);
  });
});
