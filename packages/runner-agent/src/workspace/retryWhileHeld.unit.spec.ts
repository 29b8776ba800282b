import { retryWhileHeld } from './retryWhileHeld.ts';

describe('files that another process holds open', () => {
  const refusal = (code: string) => Object.assign(new Error(code), { code });

  function work(...refusals: string[]) {
    let calls = 0;
    return {
      do: () => {
        const code = refusals[calls];
        calls += 1;
        return code ? Promise.reject(refusal(code)) : Promise.resolve('done');
      },
      calls: () => calls,
    };
  }

  it('are retried on Windows', async () => {
    const held = work('EPERM', 'EBUSY', 'EACCES');
    expect(await retryWhileHeld(held.do, 'win32')).toBe('done');
    expect(held.calls()).toBe(4);
  });

  it('are not retried after other errors', async () => {
    const [gone, denied] = [work('ENOENT'), work('EPERM')];
    await expect(retryWhileHeld(gone.do, 'win32')).rejects.toThrow('ENOENT');
    await expect(retryWhileHeld(denied.do, 'linux')).rejects.toThrow('EPERM');
    expect([gone.calls(), denied.calls()]).toEqual([1, 1]);
  });
});
