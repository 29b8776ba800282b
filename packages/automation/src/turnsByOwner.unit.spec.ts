import { turnsByOwner } from './turnsByOwner.ts';

/** Work that ends when a test says so. */
function heldWork() {
  const begun: string[] = [];
  const ends = new Map<string, { done: () => void; fail: (error: Error) => void }>();
  const work = (item: string) => {
    begun.push(item);
    return new Promise<void>((done, fail) => ends.set(item, { done, fail }));
  };
  return { begun, work, done: (item: string) => ends.get(item)?.done(), fail: (item: string) => ends.get(item)?.fail };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const ownerOf = (item: string) => item.charAt(0);

describe('turns by owner', () => {
  it('are one after the other for one owner, and side by side for several', async () => {
    const { begun, work, done } = heldWork();
    const turns = turnsByOwner(ownerOf, work, 10);
    for (const item of ['a1', 'a2', 'b1']) void turns.take(item);
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    done('a1');
    await settled();
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    for (const item of ['a2', 'b1']) done(item);
    await turns.idle();
  });

  it('go on after a failure, of which only its caller is told', async () => {
    const { begun, work, done, fail } = heldWork();
    const turns = turnsByOwner(ownerOf, work, 10);
    const first = turns.take('a1');
    const second = turns.take('a2');
    await settled();
    fail('a1')?.(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await settled();
    expect(begun).toEqual(['a1', 'a2']);
    done('a2');
    await expect(second).resolves.toBeUndefined();
  });

  it('have room for so many items at a time', async () => {
    const { work, done } = heldWork();
    const turns = turnsByOwner(ownerOf, work, 2);
    void turns.take('a1');
    await turns.room();
    void turns.take('b1');
    let hasRoom = false;
    const room = turns.room().then(() => {
      hasRoom = true;
    });
    await settled();
    expect(hasRoom).toBe(false);
    done('b1');
    await room;
    done('a1');
    await turns.idle();
  });
});
