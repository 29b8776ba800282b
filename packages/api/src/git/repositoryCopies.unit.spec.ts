import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitLimitExceeded, withinLimits } from './gitLimits.ts';
import { gitStarter } from './gitStarter.ts';
import { RepositoryCopies } from './repositoryCopies.ts';

const limits = { ms: 60_000, copyBytes: 1000 };

describe('copies of repositories', () => {
  let folder: string;
  let copies: RepositoryCopies;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-copies-'));
    copies = new RepositoryCopies(folder, 250);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function receive(copy: string, bytes: number): void {
    mkdirSync(join(copy, 'objects', 'pack'), { recursive: true });
    writeFileSync(join(copy, 'HEAD'), '');
    writeFileSync(join(copy, 'objects', 'pack', 'tmp_pack'), 'x'.repeat(bytes));
  }
  async function use(key: string, bytes = 100): Promise<boolean> {
    return await copies.use(key, async (copy, isNew) => {
      receive(copy, bytes);
      return isNew;
    });
  }

  it('are reused, and the least recently used are removed once all are too large', async () => {
    for (const key of ['one', 'two']) expect(await use(key)).toBe(true);
    expect(await use('one')).toBe(false);
    expect(await use('three')).toBe(true);
    expect(readdirSync(folder)).toHaveLength(2);
    expect([await use('one'), await use('two')]).toEqual([false, true]);
  });

  it('stay while they are used, and are used by one at a time', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const order: string[] = [];
    const first = copies.use('one', async (copy) => {
      receive(copy, 300);
      await ended;
      order.push('first');
      return existsSync(copy);
    });
    const second = copies.use('one', async (copy) => {
      order.push('second');
      return existsSync(copy);
    });
    await use('other');
    expect(order).toEqual([]);
    end();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(order).toEqual(['first', 'second']);
    // It is larger than all may be.
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are removed when they exceed their own limit', async () => {
    const tooLarge = copies.use('one', (copy) =>
      withinLimits(copy, limits, undefined, (signal) => {
        receive(copy, limits.copyBytes + 1);
        return untilAborted(signal);
      }),
    );
    await expect(tooLarge).rejects.toThrow(GitLimitExceeded);
    expect(readdirSync(folder)).toEqual([]);
    const tooSlow = copies.use('two', (copy) => withinLimits(copy, { ...limits, ms: 10 }, undefined, untilAborted));
    await expect(tooSlow).rejects.toThrow('It takes longer than');
    expect(readdirSync(folder)).toEqual([]);
  });

  (process.platform === 'linux' ? it : it.skip)('are read by git with a limit for its memory (Linux)', async () => {
    const [command, ...script] = await gitStarter(folder)();
    const limit = execFileSync(command, [...script, '-c', 'alias.limit=!ulimit -d', 'limit'], { encoding: 'utf8' });
    expect(Number(limit)).toBe(2 * 1024 ** 2);
  });
});

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('git was stopped')), { once: true });
  });
}
