import { waitFor } from '@testing-library/react';
import { useListProjectsQuery } from '../features/projects/projectsApi.ts';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { useFollowRuns } from './useFollowRuns.ts';

function Followed() {
  const { refetch } = useListProjectsQuery();
  useFollowRuns(['r1'], refetch);
  return null;
}

describe('what is followed', () => {
  it('is read once more when it was being read, as that answer may be from before', async () => {
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
    renderOn(page, <Followed />);
    await waitFor(() => expect(reads()).toBe(1));
    release();
    await waitFor(() => expect(reads()).toBe(2));
  });
});
