import { attemptsOfCase, type JunitCase, JunitNames, readJunitFile } from '@assay/junit';
import { ResultHistory, type TakenTest } from './resultHistory.ts';

type Outcome = 'PASS' | 'FAIL' | 'IGNORED';
type Row = [name: string, outcome: Outcome, seconds?: number];

const inner = { PASS: '', FAIL: '<failure message="wrong"/>', IGNORED: '<skipped/>' };

async function casesOf(rows: readonly Row[]): Promise<JunitCase[]> {
  const xml = rows.map(
    ([name, outcome, seconds = 0]) => `<testcase name="${name}" time="${seconds}">${inner[outcome]}</testcase>`,
  );
  const cases: JunitCase[] = [];
  await readJunitFile(Buffer.from(`<testsuite name="Cart">${xml.join('')}</testsuite>`), {
    onCase: (each) => cases.push(each),
  });
  return cases;
}

const shownOf = (tests: readonly TakenTest[]) =>
  tests.map(({ named, results }) => [
    named.name,
    ...results.map(({ junitCase }) => attemptsOfCase(junitCase).at(-1)?.status),
  ]);

/** Feeds a history; contents are complete unless they are said not to be. */
function openHistory() {
  const history = new ResultHistory(new JunitNames(null));
  const streamed: TakenTest[] = [];
  const see = async (rows: readonly Row[], { complete = true, ended = false, file = 'r.xml' } = {}) => {
    streamed.push(...(await history.observe(file, { cases: await casesOf(rows), complete, ended })));
  };
  return {
    see,
    history,
    streamed: () => shownOf(streamed),
    all: async () => shownOf([...streamed, ...(await history.finish())]),
  };
}

describe('the history of result files', () => {
  it('has passed tests at once, and failures at the end', async () => {
    const { see, streamed, all } = openHistory();
    await see([
      ['a', 'PASS'],
      ['b', 'FAIL'],
      ['c', 'IGNORED'],
    ]);
    expect(streamed()).toEqual([['a', 'PASS']]);
    expect(await all()).toEqual([
      ['a', 'PASS'],
      ['b', 'FAIL'],
      ['c', 'IGNORED'],
    ]);
  });

  it('leaves the last test of an unfinished content until its end', async () => {
    const { see, streamed } = openHistory();
    await see(
      [
        ['a', 'PASS'],
        ['b', 'PASS'],
      ],
      { complete: false },
    );
    expect(streamed()).toEqual([['a', 'PASS']]);
    await see([
      ['a', 'PASS'],
      ['b', 'FAIL'],
      ['c', 'PASS'],
    ]);
    expect(streamed()).toEqual([
      ['a', 'PASS'],
      ['c', 'PASS'],
    ]);
  });

  it('keeps tests that a second writing does not have', async () => {
    const { see, all, history } = openHistory();
    await see([['a', 'FAIL', 1]]);
    await see([['b', 'PASS', 2]]);
    expect(await all()).toEqual([
      ['b', 'PASS'],
      ['a', 'FAIL'],
    ]);
    expect(history.doubts).toEqual([]);
  });

  it('takes the results of each retry as attempts', async () => {
    const { see, all } = openHistory();
    await see([
      ['a', 'FAIL', 1],
      ['b', 'FAIL', 1],
      ['c', 'FAIL', 1],
    ]);
    await see([
      ['a', 'PASS', 2],
      ['b', 'FAIL', 2],
    ]);
    await see([['b', 'PASS', 3]]);
    expect(await all()).toEqual([
      ['a', 'FAIL', 'PASS'],
      ['b', 'FAIL', 'FAIL', 'PASS'],
      ['c', 'FAIL'],
    ]);
  });

  it('does not let a retry that skips a test replace its failure', async () => {
    const { see, all } = openHistory();
    await see([
      ['a', 'FAIL', 1],
      ['b', 'FAIL', 1],
      ['c', 'PASS', 1],
    ]);
    await see([
      ['a', 'PASS', 2],
      ['b', 'IGNORED'],
      ['c', 'IGNORED'],
    ]);
    expect(await all()).toEqual([
      ['c', 'PASS'],
      ['a', 'FAIL', 'PASS'],
      ['b', 'FAIL'],
    ]);
  });

  it('reports a failure after a pass, whose result is final', async () => {
    const { see, all } = openHistory();
    await see([['a', 'PASS', 1]]);
    await see([['a', 'FAIL', 2]]);
    expect(await all()).toEqual([
      ['a', 'PASS'],
      ['a #2', 'FAIL'],
    ]);
  });

  it('has no further test for a pass after a pass', async () => {
    const { see, all } = openHistory();
    await see([['a', 'PASS', 1]]);
    await see([['a', 'PASS', 2]]);
    expect(await all()).toEqual([['a', 'PASS']]);
  });

  it('counts no pass of another package as a retry', async () => {
    const { see, all, history } = openHistory();
    await see([
      ['starts', 'FAIL', 1],
      ['adds', 'PASS', 1],
    ]);
    await see([
      ['starts', 'PASS', 2],
      ['ships', 'PASS', 2],
    ]);
    expect(await all()).toEqual([
      ['adds', 'PASS'],
      ['ships', 'PASS'],
      ['starts', 'FAIL'],
      ['starts #2', 'PASS'],
    ]);
    expect(history.doubts).toEqual([expect.stringContaining("'starts'")]);
  });

  it('counts no pass as a retry where it is unknown which of several tests it belongs to', async () => {
    const { see, all, history } = openHistory();
    await see([
      ['row', 'FAIL', 1],
      ['row', 'FAIL', 2],
    ]);
    await see([['row', 'PASS', 3]]);
    expect(await all()).toEqual([
      ['row #3', 'PASS'],
      ['row', 'FAIL'],
      ['row #2', 'FAIL'],
    ]);
    expect(history.doubts).toEqual([]);
  });

  it('retries several tests of one name in their order', async () => {
    const { see, all } = openHistory();
    await see([
      ['row', 'FAIL', 1],
      ['row', 'FAIL', 2],
    ]);
    await see([
      ['row', 'PASS', 3],
      ['row', 'FAIL', 4],
    ]);
    expect(await all()).toEqual([
      ['row', 'FAIL', 'PASS'],
      ['row #2', 'FAIL', 'FAIL'],
    ]);
  });

  it('takes tests once that are repeated with more, in whatever order', async () => {
    const { see, all, history } = openHistory();
    await see([['b', 'FAIL', 1]]);
    await see([], { complete: false });
    await see(
      [
        ['a', 'PASS', 2],
        ['b', 'FAIL', 1],
      ],
      { complete: false },
    );
    await see([
      ['a', 'PASS', 2],
      ['b', 'FAIL', 1],
      ['b', 'PASS', 3],
    ]);
    expect(await all()).toEqual([
      ['a', 'PASS'],
      ['b #2', 'PASS'],
      ['b', 'FAIL'],
    ]);
    expect(history.doubts).toEqual([]);
  });

  it('doubts a content that was replaced before its end was read', async () => {
    const { see, all, history } = openHistory();
    await see(
      [
        ['a', 'PASS', 1],
        ['b', 'FAIL', 1],
      ],
      { complete: false },
    );
    await see([['c', 'PASS', 2]]);
    expect(await all()).toEqual([
      ['a', 'PASS'],
      ['c', 'PASS'],
    ]);
    expect(history.doubts).toEqual(['r.xml was overwritten before all of it was read.']);
  });

  it('trusts a content that was replaced while it was repeated', async () => {
    const { see, history } = openHistory();
    await see([
      ['a', 'PASS', 1],
      ['b', 'FAIL', 1],
    ]);
    await see([['a', 'PASS', 1]], { complete: false, ended: true });
    await see([
      ['a', 'PASS', 1],
      ['b', 'FAIL', 1],
      ['c', 'PASS', 1],
    ]);
    expect(history.doubts).toEqual([]);
  });

  it('takes a retry from either of two files that hold copies', async () => {
    const { see, all } = openHistory();
    await see([['a', 'FAIL', 1]], { file: 'all.xml' });
    await see([['a', 'FAIL', 1]], { file: 'one.xml' });
    await see([['a', 'PASS', 2]], { file: 'one.xml' });
    await see([['a', 'PASS', 2]], { file: 'all.xml' });
    expect(await all()).toEqual([['a', 'FAIL', 'PASS']]);
  });

  it('ends at 200,000 tests, whatever is written, and serves others meanwhile', async () => {
    const { history } = openHistory();
    const [pattern] = await casesOf([['a', 'PASS']]);
    if (!pattern) throw new Error('a case is read');
    let served = 0;
    const serving = setInterval(() => {
      served += 1;
    }, 1);
    let taken = 0;
    for (const writing of [1, 2, 3]) {
      const cases = Array.from({ length: 80_000 }, (_, at) => ({ ...pattern, name: `${writing} ${at}` }));
      taken += (await history.observe('r.xml', { cases, complete: true, ended: true })).length;
    }
    clearInterval(serving);
    expect(taken).toBe(200_000);
    expect(history.doubts).toEqual(['r.xml was overwritten before all of it was read.']);
    expect(served).toBeGreaterThan(100);
  });
});
