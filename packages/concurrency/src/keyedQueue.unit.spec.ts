import { KeyedQueue } from './keyedQueue.ts';

/** A queue of work that ends when a test says so. */
function heldUp(capacity?: number) {
  const queue = new KeyedQueue(capacity);
  const begun: string[] = [];
  const ends = new Map<string, { done: () => void; fail: (error: Error) => void }>();
  const run = (item: string) =>
    queue.run(item.charAt(0), () => {
      begun.push(item);
      return new Promise<void>((done, fail) => ends.set(item, { done, fail }));
    });
  return { queue, begun, run, done: (item: string) => ends.get(item)?.done(), ends };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('KeyedQueue', () => {
  it('runs work on one key in order and work on several keys concurrently', async () => {
    const { queue, begun, run, done } = heldUp();
    for (const item of ['a1', 'a2', 'b1']) void run(item);
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    done('a1');
    await settled();
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    for (const item of ['a2', 'b1']) done(item);
    await queue.idle();
  });

  it('goes on after a failure, which only its caller gets', async () => {
    const { begun, run, done, ends } = heldUp();
    const [first, second] = [run('a1'), run('a2')];
    await settled();
    ends.get('a1')?.fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await settled();
    expect(begun).toEqual(['a1', 'a2']);
    done('a2');
    await expect(second).resolves.toBeUndefined();
  });

  it('has room for as much work as its capacity', async () => {
    const { queue, run, done } = heldUp(2);
    void run('a1');
    await queue.room();
    void run('b1');
    let hasRoom = false;
    const room = queue.room().then(() => {
      hasRoom = true;
    });
    await settled();
    expect(hasRoom).toBe(false);
    done('b1');
    await room;
    done('a1');
    await queue.idle();
  });

  it('knows the keys with work until it has ended', async () => {
    const { queue, run, done } = heldUp();
    const only = run('a1');
    expect([queue.has('a'), queue.has('b')]).toEqual([true, false]);
    await settled();
    done('a1');
    await only;
    expect(queue.has('a')).toBe(false);
  });
});
