import { FairSemaphore } from './fairSemaphore.ts';

describe('fair turns', () => {
  const never = new AbortController().signal;

  /** Asks for turns one after the other. @returns who got one, in order, and what ends each */
  function ask(turns: FairSemaphore, ...owners: string[]) {
    const begun: { owner: string; end: () => void }[] = [];
    const asked = owners.map((owner) => turns.take(owner, never).then((end) => begun.push({ owner, end })));
    return { begun, asked, names: () => begun.map(({ owner }) => owner).join('') };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('leaves one to others, however much one owner wants', async () => {
    const { names } = ask(new FairSemaphore(3, 2), 'a', 'a', 'a', 'a', 'b');
    await settled();
    expect(names()).toBe('aab');
  });

  it('goes to whoever has the fewest, then to whoever waits longest', async () => {
    const { begun, names } = ask(new FairSemaphore(2, 2), 'a', 'a', 'a', 'b', 'c', 'a');
    for (let turn = 0; turn < 4; turn += 1) {
      await settled();
      begun[turn]?.end();
    }
    await settled();
    expect(names()).toBe('aabaca');
  });

  it('is not waited for any longer once that is given up', async () => {
    const turns = new FairSemaphore(1, 1);
    const end = await turns.take('a', never);
    const gone = new AbortController();
    const givenUp = turns.take('b', gone.signal);
    gone.abort(new Error('gone'));
    await expect(givenUp).rejects.toThrow('gone');
    const { names } = ask(turns, 'c');
    end();
    await settled();
    expect(names()).toBe('c');
  });
});
