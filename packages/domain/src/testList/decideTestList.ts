import type { ListedTest, ProjectId, TestRunId } from '@assay/contract';
import type { TestListEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** How far the list is recorded. `list` names the blob that the chunks come from: the first one begun is the run's. */
export type TestListState = { list: string | null; chunks: number; completed: boolean };

export type RecordTestList = {
  type: 'recordTestList';
  testRunId: TestRunId;
  projectId: ProjectId;
  list: string;
  tests: readonly ListedTest[];
  foundCount: number;
  commit: string | null;
  commitMessage: string | null;
};

/** Characters of JSON in one chunk, so that one append stays well under 256 KiB. */
const chunkLength = 150_000;
const testsInChunk = 1_000;

/** @returns the tests cut into chunks, always in the same way, so that an interrupted recording can go on. */
function chunksOf(tests: readonly ListedTest[]): ListedTest[][] {
  const chunks: ListedTest[][] = [];
  let chunk: ListedTest[] = [];
  let length = 0;
  for (const test of tests) {
    const size = JSON.stringify(test).length;
    if (chunk.length > 0 && (length + size > chunkLength || chunk.length >= testsInChunk)) {
      chunks.push(chunk);
      chunk = [];
      length = 0;
    }
    chunk.push(test);
    length += size;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

/**
 * Each call gives the next event only, for one append holds one chunk: the caller repeats the command until nothing
 * comes any more.
 */
export const testListDecider: Decider<TestListState, RecordTestList, TestListEvent> = {
  category: 'testList',
  initialState: () => ({ list: null, chunks: 0, completed: false }),
  decide: (command, state) => {
    const { testRunId, projectId, list, tests, foundCount, commit, commitMessage } = command;
    if (state.list !== null && state.list !== list) throw new DomainError('testList.otherList');
    if (state.completed) return [];
    const next = chunksOf(tests)[state.chunks];
    if (next) return [{ type: 'TestsListed', data: { testRunId, projectId, list, chunk: state.chunks, tests: next } }];
    const data = { testRunId, list, testCount: tests.length, foundCount, commit, commitMessage };
    return [{ type: 'TestListCompleted', data }];
  },
  evolve: (state, event) =>
    event.type === 'TestsListed'
      ? { ...state, list: event.data.list, chunks: event.data.chunk + 1 }
      : { ...state, list: event.data.list, completed: true },
};
