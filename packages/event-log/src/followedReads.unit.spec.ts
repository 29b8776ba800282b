import { FollowedReads } from './followedReads.ts';

type Load = { ids: string[]; answer: (values: Record<string, string>) => void; fail: (error: Error) => void };

/** A memory that follows notices, with the reads that reach the store. */
function openMemory(options: { maxSize?: number; maxAgeMs?: number } = {}) {
  let at = 0;
  const memory = new FollowedReads<string>({ maxSize: 100, ...options, now: () => at });
  memory.markCurrent(at);
  const loads: Load[] = [];
  const read = async (ids: string[], source = 'projects') =>
    Object.fromEntries(
      await memory.read(
        source,
        ids,
        (missing) =>
          new Promise((resolve, reject) => {
            const answer = (values: Record<string, string>) => resolve(new Map(Object.entries(values)));
            loads.push({ ids: missing, answer, fail: reject });
          }),
      ),
    );
  /** Reads what the store has now. */
  const readStored = (ids: string[], stored: Record<string, string>, source = 'projects') => {
    const reading = read(ids, source);
    loads.at(-1)?.answer(stored);
    return reading;
  };
  const pass = (ms: number) => {
    at += ms;
  };
  return { memory, loads, read, readStored, pass, now: () => at };
}

describe('followed reads', () => {
  it('ask the store once for each value, until it changes', async () => {
    const { memory, loads, read, readStored } = openMemory();
    await readStored(['a', 'b'], { a: 'A', b: 'B' });
    expect(await read(['b', 'a', 'a'])).toEqual({ a: 'A', b: 'B' });
    memory.forget('projects', ['b']);
    const again = read(['a', 'b']);
    loads[1]?.answer({ b: 'B2' });
    expect(await again).toEqual({ a: 'A', b: 'B2' });
    expect(loads.map(({ ids }) => ids)).toEqual([['a', 'b'], ['b']]);
  });

  it('keep sources apart', async () => {
    const { memory, loads, read, readStored } = openMemory();
    await readStored(['a'], { a: 'project' }, 'projects');
    await readStored(['a'], { a: 'team' }, 'teams');
    memory.forgetAll('teams');
    expect(await read(['a'], 'projects')).toEqual({ a: 'project' });
    void read(['a'], 'teams');
    expect(loads).toHaveLength(3);
  });

  it('do not cache what the store lacks', async () => {
    const { loads, read, readStored } = openMemory();
    expect(await readStored(['a'], {})).toEqual({});
    void read(['a']);
    expect(loads).toHaveLength(2);
  });

  it('share a read under way', async () => {
    const { loads, read } = openMemory();
    const both = [read(['a']), read(['a'])];
    expect(loads).toHaveLength(1);
    loads[0]?.answer({ a: 'A' });
    expect(await Promise.all(both)).toEqual([{ a: 'A' }, { a: 'A' }]);
  });

  it('do not cache a value that changed while it was read, and do not share that read', async () => {
    const { memory, loads, read } = openMemory();
    const early = read(['a']);
    memory.forget('projects', ['a']);
    const late = read(['a']);
    loads[1]?.answer({ a: 'new' });
    expect(await late).toEqual({ a: 'new' });
    loads[0]?.answer({ a: 'old' });
    await early;
    expect(await read(['a'])).toEqual({ a: 'new' });
  });

  it('do not cache a value of a source that was forgotten while it was read', async () => {
    const { memory, loads, read } = openMemory();
    const early = read(['a']);
    memory.forgetAll('projects');
    loads[0]?.answer({ a: 'old' });
    await early;
    void read(['a']);
    expect(loads).toHaveLength(2);
  });

  it('ask the store each time before notices are followed, and after they are lost', async () => {
    const { memory, loads, read, readStored, now } = openMemory();
    await readStored(['a'], { a: 'A' });
    memory.lost();
    await readStored(['a'], { a: 'B' });
    await readStored(['a'], { a: 'C' });
    memory.markCurrent(now());
    await readStored(['a'], { a: 'D' });
    expect(await read(['a'])).toEqual({ a: 'D' });
    expect(loads).toHaveLength(4);
  });

  it('do not cache a read that began before notices were lost', async () => {
    const { memory, loads, read, now } = openMemory();
    const early = read(['a']);
    memory.lost();
    memory.markCurrent(now());
    loads[0]?.answer({ a: 'old' });
    await early;
    void read(['a']);
    expect(loads).toHaveLength(2);
  });

  it('ask the store while it is unknown whether notices still arrive', async () => {
    const { memory, loads, read, readStored, pass, now } = openMemory();
    await readStored(['a'], { a: 'A' });
    pass(3_000);
    await readStored(['a'], { a: 'A' });
    expect(loads).toHaveLength(2);
    memory.markCurrent(now());
    expect(await read(['a'])).toEqual({ a: 'A' });
    expect(loads).toHaveLength(2);
  });

  it('reload a value at its maximum age', async () => {
    const { memory, loads, read, readStored, pass, now } = openMemory({ maxAgeMs: 60_000 });
    await readStored(['a'], { a: 'A' });
    pass(60_000);
    memory.markCurrent(now());
    void read(['a']);
    expect(loads).toHaveLength(2);
  });

  it('pass on a failure and ask again', async () => {
    const { loads, read, readStored } = openMemory();
    const failing = read(['a']);
    loads[0]?.fail(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    expect(await readStored(['a'], { a: 'A' })).toEqual({ a: 'A' });
  });

  it('drop the values that were used the longest ago', async () => {
    const { loads, read, readStored } = openMemory({ maxSize: 2 });
    await readStored(['a', 'b', 'c'], { a: 'A', b: 'B', c: 'C' });
    expect(await read(['b', 'c'])).toEqual({ b: 'B', c: 'C' });
    void read(['a']);
    expect(loads).toHaveLength(2);
  });
});
