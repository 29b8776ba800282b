import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { answered, makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { useListProjectsQuery } from './serviceHooks.ts';
import { useFollowRuns } from './useFollowRuns.ts';

/** As screens have it: what follows is below what reads, and so is mounted first. */
function Followed() {
  const { refetch } = useListProjectsQuery();
  return <Follower read={refetch} />;
}

function Follower({ read }: { read: Parameters<typeof useFollowRuns>[1] }) {
  useFollowRuns(['r1'], read);
  return null;
}

/** Reads, and follows once it is told to. */
function Reader() {
  useListProjectsQuery();
  const [follows, setFollows] = useState(false);
  return follows ? (
    <Followed />
  ) : (
    <button type="button" onClick={() => setFollows(true)}>
      Follow
    </button>
  );
}

function open() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const page = makePage({
    'GET /projects': async () => {
      await held;
      return { body: [] };
    },
  });
  const reads = () => page.sent.filter(({ path }) => path === '/projects').length;
  renderOn(page, <Reader />);
  return { page, release: () => release(), reads };
}

describe('what is followed', () => {
  it('is read once more when it was being read, as that answer may be from before', async () => {
    const { release, reads } = open();
    await waitFor(() => expect(reads()).toBe(1));
    const before = Date.now();
    await waitFor(() => expect(Date.now()).toBeGreaterThan(before));
    await userEvent.click(screen.getByRole('button', { name: 'Follow' }));
    release();
    await waitFor(() => expect(reads()).toBe(2));
  });

  it('is read where it was read before, although it is mounted before its query', async () => {
    const { page, release, reads } = open();
    release();
    await answered(page);
    await userEvent.click(screen.getByRole('button', { name: 'Follow' }));
    await waitFor(() => expect(reads()).toBe(2));
  });
});
