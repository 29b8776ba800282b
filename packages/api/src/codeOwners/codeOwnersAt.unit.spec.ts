import type { AccountId } from '@assay/contract';
import { codeOwnersAt } from './codeOwnersAt.ts';

const at = (gitUrl: string) => ({ accountId: 'a1' as AccountId, gitUrl });

describe('a CODEOWNERS file with more rules than one file can be matched with', () => {
  const text = `* @all\n${`*${'a'.repeat(20)}b @one\n`.repeat(20_000)}`;
  const paths = new Map(['a'.repeat(1_000), 'cart.spec.ts', 'pay.spec.ts'].map((path) => [path, path]));
  const repositories = {
    filesAt: async () => new Map([['CODEOWNERS', text]]),
    pathsAt: async () => paths,
  };
  const find = () =>
    codeOwnersAt(repositories, at('/repositories/shop'), 'c0ffee', { folder: null, files: [...paths.keys()] });

  it('has no rules for that file, and those of all others', async () => {
    const found = await find();
    const owners = [...(found?.rulesOf ?? [])].map(([file, rules]) => [file, rules.map(({ line }) => line)]);
    expect(owners).toEqual([
      ['cart.spec.ts', [1]],
      ['pay.spec.ts', [1]],
    ]);
  });

  it('lets other work run between two files', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    await find();
    clearImmediate(counting);
    expect(turns).toBeGreaterThanOrEqual(paths.size - 1);
  });
});
