import { pathsOfFiles } from './pathsOfFiles.ts';

const paths = ['cart.spec.ts', 'web/cart.spec.ts', 'web/tests/pay.spec.ts', 'app/tests/pay.spec.ts', 'web/deep/one.ts'];

describe('the path of a file that a test names', () => {
  it.each([
    ['cart.spec.ts', null, 'cart.spec.ts'],
    ['cart.spec.ts', 'web', 'web/cart.spec.ts'],
    ['./cart.spec.ts', './web/', 'web/cart.spec.ts'],
    ['deep/one.ts', null, 'web/deep/one.ts'],
    ['tests\\pay.spec.ts', 'app', 'app/tests/pay.spec.ts'],
    ['tests/pay.spec.ts', null, undefined],
    ['eep/one.ts', null, undefined],
    ['Cart', null, undefined],
  ])('%s in %p is %p', async (file, folder, path) => {
    expect((await pathsOfFiles(paths, { folder, files: [file] })).get(file)).toBe(path);
  });
});
