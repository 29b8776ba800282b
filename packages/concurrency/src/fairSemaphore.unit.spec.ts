import { FairSemaphore } from './fairSemaphore.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('FairSemaphore', () => {
  /** Asks for permits one after the other. @returns who got one, in order, and what ends each */
  function ask(semaphore: FairSemaphore, ...owners: string[]) {
    const begun: { owner: string; end: () => void }[] = [];
    for (const owner of owners) {
      void semaphore.run(owner, () => new Promise<void>((end) => begun.push({ owner, end })));
    }
    return { begun, names: () => begun.map(({ owner }) => owner).join('') };
  }

  it('leaves a permit to others, however many one owner wants', async () => {
    const { names } = ask(new FairSemaphore(3, 2), 'a', 'a', 'a', 'a', 'b');
    await settled();
    expect(names()).toBe('aab');
  });

  it('gives the next permit to the owner with the fewest, then to the one that waits longest', async () => {
    const { begun, names } = ask(new FairSemaphore(2, 2), 'a', 'a', 'a', 'b', 'c', 'a');
    for (let turn = 0; turn < 4; turn += 1) {
      await settled();
      begun[turn]?.end();
    }
    await settled();
    expect(names()).toBe('aabaca');
  });

  it('skips callers that gave up', async () => {
    const semaphore = new FairSemaphore(1);
    const { begun } = ask(semaphore, 'a');
    await settled();
    const gone = new AbortController();
    const givenUp = semaphore.run('b', async () => undefined, gone.signal);
    gone.abort(new Error('gone'));
    await expect(givenUp).rejects.toThrow('gone');
    const { names } = ask(semaphore, 'c');
    begun[0]?.end();
    await settled();
    expect(names()).toBe('c');
  });

  it('counts who waits, and goes on after a failure', async () => {
    const semaphore = new FairSemaphore(1);
    const failing = semaphore.run('a', () => Promise.reject(new Error('broken')));
    const next = semaphore.run('a', async () => 'done');
    expect(semaphore.waiting).toBe(1);
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect(semaphore.waiting).toBe(0);
  });
});
