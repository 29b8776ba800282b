import { Mutex } from './mutex.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Mutex', () => {
  it('runs work one at a time, in the order of the calls', async () => {
    const mutex = new Mutex();
    const begun: string[] = [];
    let endFirst: () => void = () => undefined;
    const first = mutex.run(async () => {
      begun.push('first');
      await new Promise<void>((resolve) => {
        endFirst = resolve;
      });
    });
    const others = ['second', 'third'].map((name) =>
      mutex.run(async () => {
        begun.push(name);
        return name;
      }),
    );
    await settled();
    expect(begun).toEqual(['first']);
    endFirst();
    await first;
    expect(await Promise.all(others)).toEqual(['second', 'third']);
    expect(begun).toEqual(['first', 'second', 'third']);
  });

  it('goes on after a failure, which only its caller gets', async () => {
    const mutex = new Mutex();
    const failing = mutex.run(() => Promise.reject(new Error('broken')));
    const next = mutex.run(async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
