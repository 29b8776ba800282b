import type { ListedTest, ProjectId, TestId } from '@assay/contract';
import type { TestListEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { testRunId } from '../../test/testRunFacts.ts';
import { type RecordTestList, testListDecider } from './decideTestList.ts';

const testOf = (index: number, name = `test ${index}`): ListedTest => ({
  testId: `t${index}` as TestId,
  file: 'a.spec.ts',
  name,
  line: index,
  tags: [],
  selector: null,
});
const listOf = (tests: ListedTest[], list = 'blob-1', copies = 1): RecordTestList => ({
  type: 'recordTestList',
  testRunId,
  projectId: 'shop' as ProjectId,
  list,
  tests,
  foundCount: tests.length + 5,
  copies,
  commit: 'abc',
  commitMessage: 'Add cart',
});

/** Repeats the command until it returns no events. */
function record(command: RecordTestList, ...before: TestListEvent[]): TestListEvent[] {
  const events = [...before];
  for (;;) {
    const next = given(testListDecider, ...events).when(command).events;
    if (next.length === 0) return events;
    events.push(...next);
  }
}
const testsIn = (events: TestListEvent[]) =>
  events.flatMap((event) => (event.type === 'TestsListed' ? event.data.tests : []));

describe('a test list', () => {
  const tests = Array.from({ length: 2_500 }, (_, index) => testOf(index));

  it('is recorded in chunks and then complete, with every test once and in order', () => {
    const events = record(listOf(tests));
    expect(events.map(({ type }) => type)).toEqual(['TestsListed', 'TestsListed', 'TestsListed', 'TestListCompleted']);
    expect(testsIn(events)).toEqual(tests);
    expect(events.at(-1)?.data).toMatchObject({ testCount: 2_500, foundCount: 2_505, commit: 'abc' });
  });

  it('tells whether runners on one machine take turns', () => {
    expect(record(listOf(tests)).at(-1)?.data).toMatchObject({ takesTurns: false });
    expect(record({ ...listOf(tests), takesTurns: true }).at(-1)?.data).toMatchObject({ takesTurns: true });
  });

  it('resumes where it was cut off, and ends as if it had not been', () => {
    const whole = record(listOf(tests));
    for (let kept = 0; kept <= whole.length; kept++) {
      expect(record(listOf(tests), ...whole.slice(0, kept))).toEqual(whole);
    }
  });

  it.each([
    ['long names', 'x'.repeat(1_900)],
    ['names in another script', '試'.repeat(1_900)],
  ])('keeps every chunk under 256 KiB, also for %s', (_, name) => {
    const long = Array.from({ length: 500 }, (_, index) => testOf(index, name));
    const events = record(listOf(long));
    expect(testsIn(events)).toHaveLength(500);
    for (const event of events) expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(256 * 1024);
  });

  it('is complete at once when there are no tests', () => {
    expect(record(listOf([])).map(({ type }) => type)).toEqual(['TestListCompleted']);
  });

  it('is the first one started, whether complete or not', () => {
    const whole = record(listOf(tests));
    given(testListDecider, ...whole.slice(0, 1))
      .when(listOf(tests, 'blob-2'))
      .refuses('testList.otherList');
    given(testListDecider, ...whole)
      .when(listOf(tests, 'blob-2'))
      .refuses('testList.otherList');
  });

  it('makes smaller chunks for several copies, to leave room for the results of each', () => {
    const sizes = (copies: number) => {
      const tests = Array.from({ length: 1_000 }, (_, index) => testOf(index, `t${index}`));
      return record(listOf(tests, 'blob-1', copies)).flatMap((event) =>
        event.type === 'TestsListed' ? [event.data.tests.length * event.data.copies] : [],
      );
    };
    expect(sizes(1)).toEqual([1_000]);
    expect(sizes(20)).toEqual(Array.from({ length: 20 }, () => 1_000));
  });

  it('is refused when its copies exceed what a run takes, which a single copy may', () => {
    const tests = Array.from({ length: 1_001 }, (_, index) => testOf(index, `t${index}`));
    given(testListDecider)
      .when(listOf(tests, 'blob-1', 100))
      .refuses('testList.tooManyCopies');
    given(testListDecider)
      .when(listOf(tests.slice(1), 'blob-1', 100))
      .givesTypes('TestsListed');
  });
});
