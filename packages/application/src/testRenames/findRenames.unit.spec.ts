import type { TestId } from '@assay/contract';
import type { TestOfRun } from '@assay/projections';
import { findRenames } from './findRenames.ts';

const testOf = (place: string, durationMs: number | null = 50): TestOfRun => {
  const [file = '', name = ''] = place.split(': ');
  return { testId: `id of ${place}` as TestId, file, name, durationMs };
};

/** What is found of a run with `before` and the next one with `after`, as `former → new`. */
function renamesIn(before: readonly (string | TestOfRun)[], after: readonly (string | TestOfRun)[]) {
  const all = (tests: readonly (string | TestOfRun)[]) => tests.map((it) => (typeof it === 'string' ? testOf(it) : it));
  const [former, later] = [all(before), all(after)];
  const ids = (tests: TestOfRun[]) => new Set(tests.map(({ testId }) => testId));
  const [formerIds, laterIds] = [ids(former), ids(later)];
  const kept = later.filter(({ testId }) => formerIds.has(testId));
  const found = findRenames({
    added: later.filter(({ testId }) => !formerIds.has(testId)),
    missing: former.filter(({ testId }) => !laterIds.has(testId)),
    kept: kept.length,
    keptFiles: new Set(kept.map(({ file }) => file)),
  });
  const texts = Object.entries(found).map(([kind, pairs]) => [
    kind,
    pairs.map((it) => `${it.formerFile}: ${it.formerName} → ${it.file}: ${it.name}`),
  ]);
  return Object.fromEntries(texts.filter(([, pairs]) => pairs?.length));
}

const others = ['x.spec.ts: starts', 'x.spec.ts: ends', 'y.spec.ts: opens', 'y.spec.ts: closes', 'z.spec.ts: reads'];
const more = (file: string, count: number) => Array.from({ length: count }, (_, at) => `${file}: case ${at}`);

describe('tests of a file that has moved', () => {
  it('are the same where the file has kept its name', () => {
    expect(renamesIn([...others, 'src/cart.spec.ts: adds'], [...others, 'test/cart.spec.ts: adds'])).toEqual({
      movedFile: ['src/cart.spec.ts: adds → test/cart.spec.ts: adds'],
    });
  });

  it('are the same where several have kept their names', () => {
    const before = ['cart.spec.ts: adds', 'cart.spec.ts: removes', 'cart.spec.ts: empties'];
    const after = ['basket.spec.ts: adds', 'basket.spec.ts: removes', 'basket.spec.ts: empties'];
    expect(renamesIn([...others, ...more('w', 8), ...before], [...others, ...more('w', 8), ...after])).toEqual({
      movedFile: before.map((test, at) => `${test} → ${after[at]}`),
    });
  });

  it('are likely the same where both the folder and the name of the file are new', () => {
    expect(renamesIn([...others, 'cart.spec.ts: adds'], [...others, 'basket.spec.ts: adds'])).toEqual({
      similar: ['cart.spec.ts: adds → basket.spec.ts: adds'],
    });
  });

  it('are likely the same where many files are called so', () => {
    expect(renamesIn([...others, 'cart/index.test.js: works'], [...others, 'basket/index.test.js: works'])).toEqual({
      similar: ['cart/index.test.js: works → basket/index.test.js: works'],
    });
  });

  it('are not the same where the file is still there', () => {
    const before = [...others, 'src/cart.spec.ts: adds', 'src/cart.spec.ts: removes'];
    expect(renamesIn(before, [...others, 'src/cart.spec.ts: removes', 'test/cart.spec.ts: adds'])).toEqual({});
  });

  it('are found in a folder that has moved, by how paths end', () => {
    const folders = ['a', 'b', 'c', 'd'];
    const before = folders.map((folder) => `/builds/one/${folder}/index.test.js: works`);
    const after = folders.map((folder) => `/builds/two/${folder}/index.test.js: works`);
    expect(renamesIn(before, after)).toEqual({ movedFile: before.map((test, at) => `${test} → ${after[at]}`) });
  });

  it('are not the same where two new files are equally like the old one', () => {
    const after = [...others, 'a/cart.spec.ts: adds', 'b/cart.spec.ts: adds'];
    expect(renamesIn([...others, 'src/cart.spec.ts: adds'], after)).toEqual({});
  });

  it('come with those that were renamed in the file as suggestions', () => {
    const before = ['src/cart.spec.ts: adds', 'src/cart.spec.ts: removes the last item'];
    const after = ['test/cart.spec.ts: adds', 'test/cart.spec.ts: removes the last items'];
    expect(renamesIn([...others, ...more('w', 5), ...before], [...others, ...more('w', 5), ...after])).toEqual({
      movedFile: ['src/cart.spec.ts: adds → test/cart.spec.ts: adds'],
      similar: ['src/cart.spec.ts: removes the last item → test/cart.spec.ts: removes the last items'],
    });
  });
});

describe('tests that their tool names in another way', () => {
  const titles = ['outer inner "q" passes', 'outer inner "q" fails', 'outer is skipped', 'outer ends'];

  it('are the same where the words are', () => {
    const before = titles.map((title) => `outer: ${title.replaceAll('"', '&quot;').slice(6)}`);
    const after = titles.map((title) => `a.test.mjs: ${title.replaceAll(' ', ' › ')}`);
    expect(renamesIn(before, after)).toEqual({ rewrittenNames: before.map((test, at) => `${test} → ${after[at]}`) });
  });

  it('are the same where lines stand in the names of their files', () => {
    const before = titles.map((title, at) => `spec/a_spec.lua:${at + 3}: ${title}`);
    const after = titles.map((title, at) => `spec/a_spec.lua:${at + 9}: ${title}`);
    const { movedFile = [], rewrittenNames = [] } = renamesIn(before, after);
    expect([...movedFile, ...rewrittenNames].sort()).toEqual(before.map((test, at) => `${test} → ${after[at]}`).sort());
  });

  it('are not the same where two have the same words', () => {
    expect(renamesIn(['a: b c', 'a: b › c', 'a: d'], ['f: b, c', 'f: b (c)', 'f: d!'])).toEqual({});
  });
});

describe('a test with another name in its file', () => {
  it('is likely the same where no other name is as much like it', () => {
    const before = [...others, 'cart.spec.ts: adds an item to the cart', 'cart.spec.ts: removes an item'];
    const after = [...others, 'cart.spec.ts: adds one item to the cart', 'cart.spec.ts: removes an item'];
    expect(renamesIn(before, after)).toEqual({
      similar: ['cart.spec.ts: adds an item to the cart → cart.spec.ts: adds one item to the cart'],
    });
  });

  it.each([
    ['other numbers: those are parameters', 'adds 1 and 2', 'adds 1 and 3'],
    ['other words', 'adds an item', 'shows the price'],
  ])('is not the same with %s', (_, former, name) => {
    expect(renamesIn([...others, `cart.spec.ts: ${former}`], [...others, `cart.spec.ts: ${name}`])).toEqual({});
  });

  it('is not the same where it takes many times as long', () => {
    const before = testOf('cart.spec.ts: adds an item', 300);
    const after = testOf('cart.spec.ts: adds one item', 9_000);
    expect(renamesIn([...others, before], [...others, after])).toEqual({});
  });
});

it('finds nothing in a run of a part of the tests', () => {
  const before = [...others, 'src/cart.spec.ts: adds'];
  expect(renamesIn(before, ['x.spec.ts: starts', 'test/cart.spec.ts: adds'])).toEqual({});
});

it('takes a moment for 20,000 tests that have moved, all with one name', () => {
  const tests = (folder: string) =>
    Array.from({ length: 20_000 }, (_, at) => testOf(`${folder}/${at % 200}/${at}.spec.ts: works`));
  expect(renamesIn(tests('src'), tests('test')).movedFile).toHaveLength(20_000);
});
