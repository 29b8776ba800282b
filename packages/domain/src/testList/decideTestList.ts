import {
  type BlobId,
  type ListedTest,
  limits,
  type ProjectId,
  type TestRunId,
  type ToolVersion,
} from '@assay/contract';
import type { TestListEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/**
 * How far the list is recorded. `list` names the blob that the chunks come from: the first one started is the run's
 * list.
 */
export type TestListState = { list: string | null; chunks: number; completed: boolean };

export type RecordTestList = {
  type: 'recordTestList';
  testRunId: TestRunId;
  projectId: ProjectId;
  list: string;
  tests: readonly ListedTest[];
  foundCount: number;
  /** The blob of tests found before tags, filters and selection; missing when none was left out. */
  found?: BlobId;
  /** How long the framework took to start and list the tests; missing when not measured. */
  listingMs?: number;
  /** Two of the run's runners on one machine would be in each other's way. */
  takesTurns?: boolean;
  /** Of what runs the tests; missing when none is known. */
  versions?: readonly ToolVersion[];
  /** How often each test is run. */
  copies: number;
  commit: string | null;
  commitMessage: string | null;
};

/** Bytes of JSON in one chunk, so that one append stays well under 256 KiB. */
const chunkBytes = 200_000;
/** Results that one chunk has room for: each copy of a test has one. */
const resultsInChunk = 1_000;

/** An upper bound for the test's size as JSON: a character takes at most three bytes per UTF-16 unit. */
function bytesOf(test: ListedTest): number {
  const text = JSON.stringify(test);
  return text.length + 2 * (text.match(/[\u0080-\uffff]/g)?.length ?? 0);
}

/** Every chunk repeats the command with the same list, so the list is cut once. Lists never change. */
const cut = new WeakMap<readonly ListedTest[], ListedTest[][]>();

/** @returns the tests cut into chunks, always in the same way, so that an interrupted recording can go on. */
function chunksOf(tests: readonly ListedTest[], copies: number): ListedTest[][] {
  const known = cut.get(tests);
  if (known) return known;
  const testsInChunk = Math.ceil(resultsInChunk / copies);
  const chunks: ListedTest[][] = [];
  let chunk: ListedTest[] = [];
  let bytes = 0;
  for (const test of tests) {
    const size = bytesOf(test);
    if (chunk.length > 0 && (bytes + size > chunkBytes || chunk.length >= testsInChunk)) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(test);
    bytes += size;
  }
  if (chunk.length > 0) chunks.push(chunk);
  cut.set(tests, chunks);
  return chunks;
}

/**
 * Each call returns only the next event, because one append holds one chunk: the caller repeats the command until it
 * returns none.
 */
export const testListDecider: Decider<TestListState, RecordTestList, TestListEvent> = {
  category: 'testList',
  initialState: () => ({ list: null, chunks: 0, completed: false }),
  decide: (command, state) => {
    const { testRunId, projectId, list, tests, foundCount, found = null, listingMs = null, copies } = command;
    const { commit, commitMessage, takesTurns = false, versions = [] } = command;
    if (state.list !== null && state.list !== list) throw new DomainError('testList.otherList');
    if (state.completed) return [];
    if (copies > 1 && tests.length * copies > limits.copiedTests) throw new DomainError('testList.tooManyCopies');
    const next = chunksOf(tests, copies)[state.chunks];
    if (next)
      return [{ type: 'TestsListed', data: { testRunId, projectId, list, chunk: state.chunks, tests: next, copies } }];
    const counts = { testCount: tests.length, foundCount, found, listingMs };
    const data = { testRunId, list, ...counts, takesTurns, versions: [...versions], commit, commitMessage };
    return [{ type: 'TestListCompleted', data }];
  },
  evolve: (state, event) =>
    event.type === 'TestsListed'
      ? { ...state, list: event.data.list, chunks: event.data.chunk + 1 }
      : { ...state, list: event.data.list, completed: true },
};
