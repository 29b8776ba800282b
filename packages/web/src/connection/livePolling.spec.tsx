import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { LiveIndicator } from '../app/shell/LiveIndicator.tsx';
import { listCadence } from '../features/testRuns/list/listCadence.ts';
import { makePage } from '../testSupport/pageOfTests.tsx';
import { testRunView } from '../testSupport/views.ts';
import { throttled } from './keepFresh.ts';
import { serviceAnswered, serviceUnreachable, socketLost, socketOpened } from './liveSlice.ts';
import { usePolling } from './usePolling.ts';

function Reader({ read, seconds }: { read: () => void; seconds: number | null }) {
  usePolling(read, seconds);
  return null;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function open(seconds: number | null) {
  const { store } = makePage();
  const read = jest.fn();
  const view = (cadence: number | null) => (
    <Provider store={store}>
      <LiveIndicator />
      <Reader read={read} seconds={cadence} />
    </Provider>
  );
  const { rerender } = render(view(seconds));
  const say = (action: Parameters<typeof store.dispatch>[0]) => act(() => void store.dispatch(action));
  return { read, say, change: (cadence: number | null) => rerender(view(cadence)) };
}

const pass = (seconds: number) => act(() => void jest.advanceTimersByTime(seconds * 1000));

describe('while the socket is connected', () => {
  it('nothing is polled, and the header says live', () => {
    const { read, say } = open(5);
    say(socketOpened());
    pass(60);
    expect(read).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('live');
  });
});

describe('while the socket is down', () => {
  it('the screen polls at its interval, and the header says how often', () => {
    const { read, say, change } = open(5);
    say(socketLost());
    pass(15);
    expect(read).toHaveBeenCalledTimes(3);
    expect(screen.getByRole('status')).toHaveTextContent('polling every 5 s');
    change(60);
    pass(59);
    expect(read).toHaveBeenCalledTimes(3);
    expect(screen.getByRole('status')).toHaveTextContent('polling every 60 s');
    pass(1);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('nothing is polled that cannot change any more', () => {
    const { read, say } = open(null);
    say(socketLost());
    pass(120);
    expect(read).not.toHaveBeenCalled();
  });

  it('polling ends as soon as the socket is back', () => {
    const { read, say } = open(5);
    say(socketLost());
    pass(5);
    say(socketOpened());
    pass(60);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('the header says since when the service is offline, until it answers again', () => {
    const { say } = open(5);
    say(socketLost());
    const at = new Date(2026, 10, 20, 14, 2, 11);
    say(serviceUnreachable({ at: at.toISOString() }));
    say(serviceUnreachable({ at: new Date(2026, 10, 20, 14, 9).toISOString() }));
    expect(screen.getByRole('status')).toHaveTextContent('offline since 14:02');
    say(serviceAnswered());
    expect(screen.getByRole('status')).toHaveTextContent('polling every 5 s');
  });
});

describe("the list's polling interval", () => {
  it('is 5 s before the first load and while a submitted run has no tests', () => {
    expect(listCadence(undefined)).toBe(5);
    expect(listCadence([testRunView(1, { status: 'SUBMITTED', totalCount: 0 })])).toBe(5);
  });

  it('is 10 s while a run is in progress', () => {
    expect(listCadence([testRunView(1, { status: 'SUBMITTED', totalCount: 4 }), testRunView(2)])).toBe(10);
  });

  it('is 60 s when nothing is in progress', () => {
    expect(listCadence([testRunView(1), testRunView(2, { status: 'CANCELED' })])).toBe(60);
  });
});

describe('reads after a burst of changes', () => {
  it('happen at once, then at most once per interval, and once more after the last change', () => {
    const run = jest.fn();
    const paced = throttled(run, 400);
    for (let change = 0; change < 10; change += 1) paced.call();
    expect(run).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(400);
    expect(run).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(4000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('stop once nobody is looking', () => {
    const run = jest.fn();
    const paced = throttled(run, 400);
    paced.call();
    paced.call();
    paced.stop();
    jest.advanceTimersByTime(4000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
