import type { ProjectId, TestId, TestRunId } from '@assay/contract';
import type { TestRenamesEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type SuggestedRename, type TestRenamesCommand, testRenamesDecider } from './decideTestRenames.ts';

const projectId = 'shop' as ProjectId;
const testRunId = 'run-1' as TestRunId;
const pairOf = (testId: string, renamedId: string): SuggestedRename => ({
  testId: testId as TestId,
  renamedId: renamedId as TestId,
  file: 'b.spec.ts',
  name: `now ${renamedId}`,
  formerFile: 'a.spec.ts',
  formerName: `once ${testId}`,
});
const result = {
  ...{ testRunId, status: 'PASS' as const, flaky: false, quarantined: false },
  ...{ retries: 0, retryMs: 0, durationMs: 5, at: '2026-03-15T10:00:00.000Z' },
};
const adds = { ...pairOf('adds', 'adds2'), results: [result] };
const renamed = (...tests: (typeof adds)[]): TestRenamesEvent => ({
  type: 'TestsRenamed',
  data: { projectId, testRunId, reason: 'MOVED_FILE', tests },
});
const suggested = (...tests: SuggestedRename[]): TestRenamesEvent => ({
  type: 'RenamesSuggested',
  data: { projectId, testRunId, tests },
});
const rename = (...tests: (typeof adds)[]) =>
  ({ type: 'renameTests', projectId, testRunId, reason: 'MOVED_FILE', tests }) as const;
const suggest = (...tests: SuggestedRename[]) => ({ type: 'suggestRenames', projectId, testRunId, tests }) as const;
const join = (id: string): TestRenamesCommand => ({
  type: 'joinRenamedTest',
  projectId,
  renamedId: id as TestId,
  results: [result],
});
const separate = (id: string): TestRenamesCommand => ({
  type: 'separateRenamedTest',
  projectId,
  renamedId: id as TestId,
  results: [result],
});
const undone: TestRenamesEvent = { type: 'RenameUndone', data: { projectId, ...adds } };
const dismissed: TestRenamesEvent = {
  type: 'RenameDismissed',
  data: { projectId, testId: 'adds' as TestId, renamedId: 'adds2' as TestId },
};
const renames = (...events: TestRenamesEvent[]) => given(testRenamesDecider, ...events);

describe('the renamed tests of a project', () => {
  it('are recorded once, a hundred in a fact', () => {
    renames().when(rename(adds)).gives(renamed(adds));
    renames(renamed(adds)).when(rename(adds)).gives();
    const many = Array.from({ length: 150 }, (_, at) => ({ ...pairOf(`t${at}`, `n${at}`), results: [] }));
    renames()
      .when(rename(...many))
      .gives(renamed(...many.slice(0, 100)), renamed(...many.slice(100)));
  });

  it('keep the identity that they had first, and no name belongs to two of them', () => {
    renames(renamed(adds))
      .when(rename({ ...pairOf('other', 'adds2'), results: [] }))
      .gives();
    renames(renamed(adds))
      .when(rename({ ...pairOf('adds2', 'adds3'), results: [] }))
      .gives();
    const again = { ...pairOf('adds', 'adds3'), results: [] };
    renames(renamed(adds)).when(rename(again)).gives(renamed(again));
  });

  it('are suggested once, and renamed when a user says so', () => {
    const pair = pairOf('adds', 'adds2');
    renames().when(suggest(pair)).gives(suggested(pair));
    renames(suggested(pair)).when(suggest(pair)).gives();
    renames(suggested(pair))
      .when(join('adds2'))
      .gives({ type: 'TestsRenamed', data: { projectId, testRunId, reason: 'ACCEPTED', tests: [adds] } });
    renames(suggested(pair), renamed(adds)).when(join('adds2')).gives();
  });

  it('are two when a user says so, and neither joined nor suggested again', () => {
    renames(renamed(adds)).when(separate('adds2')).gives(undone);
    renames(suggested(pairOf('adds', 'adds2')))
      .when(separate('adds2'))
      .gives(dismissed);
    for (const history of [
      [renamed(adds), undone],
      [suggested(pairOf('adds', 'adds2')), dismissed],
    ]) {
      renames(...history)
        .when(rename(adds))
        .gives();
      renames(...history)
        .when(suggest(adds))
        .gives();
      const other = { ...pairOf('pays', 'adds2'), results: [] };
      renames(...history)
        .when(rename(other))
        .gives(renamed(other));
    }
  });

  it('are refused where there is nothing to decide', () => {
    renames().when(join('adds2')).refuses('testRename.notFound');
    renames().when(separate('adds2')).refuses('testRename.notFound');
    renames(renamed(adds), undone).when(join('adds2')).refuses('testRename.notFound');
    renames(renamed(adds), undone).when(separate('adds2')).gives();
  });
});
