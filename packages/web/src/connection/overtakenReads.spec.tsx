import { type Position, topics } from '@assay/contract';
import { waitFor } from '@testing-library/react';
import { makePage } from '../testSupport/pageOfTests.tsx';
import { serviceEndpoints } from './serviceEndpoints.ts';

const { listTeams, listProjects, archiveTeam } = serviceEndpoints.endpoints;
const changed = { kind: 'changed', ids: [], position: '1' as Position } as const;
const team = { params: { id: 't1' as never } };

/** A page where the answers to the named paths are held until they are let go, each time. */
function open(...heldPaths: string[]) {
  const held = new Map<string, () => void>();
  const answerAt = (path: string) => async () => {
    if (heldPaths.includes(path)) await new Promise<void>((resolve) => held.set(path, resolve));
    return { body: [] };
  };
  const page = makePage({
    'GET /team': answerAt('/team'),
    'GET /projects': answerAt('/projects'),
    'DELETE /team/t1': { id: 't1', position: '2', revision: '1' },
  });
  const reads = (path: string) => page.sent.filter((sent) => sent.method === 'GET' && sent.path === path).length;
  const letGo = async (path: string) => {
    await waitFor(() => expect(held.has(path)).toBe(true));
    held.get(path)?.();
    held.delete(path);
  };
  const settled = () =>
    waitFor(() => {
      const known = Object.values(page.store.getState().service.queries);
      expect(known.map((query) => query?.status)).toEqual(known.map(() => 'fulfilled'));
    });
  return { ...page, reads, letGo, settled };
}

describe('what changed is read again', () => {
  it('though another answer does not come', async () => {
    const page = open('/projects');
    await page.store.dispatch(listTeams.initiate({}));
    page.store.dispatch(listProjects.initiate({}));
    page.tell(topics.teams, changed);
    await waitFor(() => expect(page.reads('/team')).toBe(2));
  });

  it('by whoever comes back to it, though another answer does not come', async () => {
    const page = open('/projects');
    const shown = page.store.dispatch(listTeams.initiate({}));
    await shown;
    shown.unsubscribe();
    page.store.dispatch(listProjects.initiate({}));
    page.tell(topics.teams, changed);
    await page.store.dispatch(listTeams.initiate({}));
    expect(page.reads('/team')).toBe(2);
  });

  it('after a command of one’s own, though another answer does not come', async () => {
    const page = open('/projects');
    await page.store.dispatch(listTeams.initiate({}));
    page.store.dispatch(listProjects.initiate({}));
    await page.store.dispatch(archiveTeam.initiate(team));
    await waitFor(() => expect(page.reads('/team')).toBe(2));
  });
});

describe('what changed while it was being read', () => {
  it.each(['told', 'commanded'])('for the first time is read once more: %s', async (how) => {
    const page = open('/team');
    page.store.dispatch(listTeams.initiate({}));
    if (how === 'told') page.tell(topics.teams, changed);
    else await page.store.dispatch(archiveTeam.initiate(team));
    await page.letGo('/team');
    await page.letGo('/team');
    await page.settled();
    expect(page.reads('/team')).toBe(2);
  });

  it.each(['told', 'commanded'])('again is read once more: %s', async (how) => {
    const page = open('/team');
    const shown = page.store.dispatch(listTeams.initiate({}));
    await page.letGo('/team');
    await shown;
    void shown.refetch();
    if (how === 'told') page.tell(topics.teams, changed);
    else await page.store.dispatch(archiveTeam.initiate(team));
    await page.letGo('/team');
    await page.letGo('/team');
    await page.settled();
    expect(page.reads('/team')).toBe(3);
  });

  it('and is not shown any more is not read again', async () => {
    const page = open('/team');
    const shown = page.store.dispatch(listTeams.initiate({}));
    page.tell(topics.teams, changed);
    shown.unsubscribe();
    await page.letGo('/team');
    await waitFor(() => expect(listTeams.select({})(page.store.getState()).isUninitialized).toBe(true));
    expect(page.reads('/team')).toBe(1);
  });

  it('leaves alone what else was being read', async () => {
    const page = open('/team', '/projects');
    page.store.dispatch(listTeams.initiate({}));
    page.store.dispatch(listProjects.initiate({}));
    page.tell(topics.teams, changed);
    await page.letGo('/projects');
    await page.letGo('/team');
    await page.letGo('/team');
    await page.settled();
    expect(page.reads('/projects')).toBe(1);
  });
});
