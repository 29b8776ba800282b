import type { BuildId, ProjectId } from '@assay/contract';
import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { makePage } from '../testSupport/pageOfTests.tsx';
import { serviceEndpoints } from './serviceEndpoints.ts';

const { endpoints } = serviceEndpoints;
const params = { id: 'p1' as ProjectId };
const minute = 60_000;

type Page = ReturnType<typeof makePage>;

/** Reads of projects that are cached, each with the minutes of the specification. */
const reads = [
  [
    'a list of builds',
    60,
    '/projects/p1/builds',
    (on: Page) => on.store.dispatch(endpoints.listBuilds.initiate({ params })),
  ],
  [
    'a build',
    60,
    '/projects/p1/builds/b1',
    (on: Page) => on.store.dispatch(endpoints.getBuild.initiate({ params: { ...params, buildId: 'b1' as BuildId } })),
  ],
  [
    'a commit',
    60,
    '/projects/p1/commits/abcdef',
    (on: Page) => on.store.dispatch(endpoints.getCommit.initiate({ params: { ...params, commit: 'abcdef' } })),
  ],
  [
    'the branches',
    15,
    '/projects/p1/branches',
    (on: Page) => on.store.dispatch(endpoints.listBranches.initiate({ params })),
  ],
  [
    'the commits of a branch',
    5,
    '/projects/p1/commits',
    (on: Page) => on.store.dispatch(endpoints.listCommits.initiate({ params })),
  ],
  [
    'the tests of a project',
    5,
    '/projects/p1/tests',
    (on: Page) => on.store.dispatch(endpoints.listProjectTests.initiate({ params })),
  ],
  [
    'the statistics of a project',
    5,
    '/projects/p1/stats',
    (on: Page) => on.store.dispatch(endpoints.getProjectStats.initiate({ params })),
  ],
] as const;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('answers that no screen shows any more', () => {
  it.each(reads)('about %s are cached for %p minutes, and no longer', async (_, minutes, path, read) => {
    const page = makePage({ [`GET ${path}`]: [] });
    const asked = () => page.sent.filter((sent) => sent.path === path).length;
    /** Reads as a screen does that is opened and left. */
    async function visit(): Promise<void> {
      const shown = read(page);
      await act(async () => void (await shown));
      shown.unsubscribe();
    }
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await visit();
    await pass(minutes * minute - 1_000);
    await visit();
    expect(asked()).toBe(1);
    // Counted from when the last screen was left.
    await pass(minutes * minute + 1_000);
    await visit();
    expect(asked()).toBe(2);
  });
});
