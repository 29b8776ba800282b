import { SingleFlight } from './singleFlight.ts';

/** Work that ends when a test says so, with the number of its run. */
function heldUp() {
  const flight = new SingleFlight<string, number>();
  const begun: { end: (error?: Error) => void }[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const nth = begun.length + 1;
      begun.push({ end: (error) => (error ? reject(error) : resolve(nth)) });
    });
  const ask = (key: string, asOf?: number) => flight.joinNext(key, work, asOf);
  return { flight, work, ask, begun };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('SingleFlight', () => {
  it('begins at once for the first caller; callers during that run share the next one', async () => {
    const { ask, begun } = heldUp();
    const first = ask('a');
    const later = [ask('a'), ask('a'), ask('a')];
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    expect(await first).toBe(1);
    await settled();
    expect(begun).toHaveLength(2);
    const muchLater = ask('a');
    begun[1]?.end();
    expect(await Promise.all(later)).toEqual([2, 2, 2]);
    await settled();
    begun[2]?.end();
    expect(await muchLater).toBe(3);
  });

  it('runs again once no run is under way', async () => {
    const { ask, begun } = heldUp();
    const first = ask('a');
    begun[0]?.end();
    await first;
    await settled();
    const second = ask('a');
    begun[1]?.end();
    expect(await second).toBe(2);
  });

  it('shares a run with callers for whom it began late enough', async () => {
    const { ask, begun } = heldUp();
    const before = performance.now();
    const first = ask('a');
    await settled();
    const [served, tooLate] = [ask('a', before), ask('a', performance.now())];
    begun[0]?.end();
    expect(await Promise.all([first, served])).toEqual([1, 1]);
    await settled();
    begun[1]?.end();
    expect(await tooLate).toBe(2);
  });

  it('runs separately for each key', async () => {
    const { ask, begun } = heldUp();
    const [a, b] = [ask('a'), ask('b')];
    expect(begun).toHaveLength(2);
    for (const { end } of begun) end();
    expect(await Promise.all([a, b])).toEqual([1, 2]);
  });

  it('fails for the callers of the run, not for later ones', async () => {
    const { ask, begun } = heldUp();
    const failing = Promise.allSettled([ask('a')]);
    const next = ask('a');
    begun[0]?.end(new Error('the store is away'));
    expect((await failing)[0]?.status).toBe('rejected');
    await settled();
    begun[1]?.end();
    expect(await next).toBe(2);
  });

  it('shares the run under way with those who join it', async () => {
    const { flight, work, begun } = heldUp();
    const joined = [flight.join('a', work), flight.join('a', work)];
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    expect(await Promise.all(joined)).toEqual([1, 1]);
    const later = flight.join('a', work);
    begun[1]?.end();
    expect(await later).toBe(2);
  });

  it('begins anew after work that throws at once', async () => {
    const { flight, ask, begun } = heldUp();
    const first = ask('a');
    const broken = flight.joinNext('a', () => {
      throw new Error('broken');
    });
    begun[0]?.end();
    await first;
    await expect(broken).rejects.toThrow('broken');
    const later = ask('a');
    begun[1]?.end();
    expect(await later).toBe(2);
  });

  it('tells when the runs under way have ended, even by a failure', async () => {
    const { flight, work, begun } = heldUp();
    const runs = Promise.allSettled([flight.join('a', work), flight.join('b', work)]);
    const ended: string[] = [];
    const waits = [flight.ended('a').then(() => ended.push('a')), flight.ended().then(() => ended.push('all'))];
    begun[0]?.end(new Error('broken'));
    await settled();
    expect(ended).toEqual(['a']);
    begun[1]?.end();
    await Promise.all(waits);
    expect(ended).toEqual(['a', 'all']);
    await runs;
    await flight.ended('a');
  });
});
