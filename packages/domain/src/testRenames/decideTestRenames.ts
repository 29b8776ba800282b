import type { ProjectId, TestId, TestRunId } from '@assay/contract';
import type { TestRenamesEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

type EventOf<Type extends TestRenamesEvent['type']> = Extract<TestRenamesEvent, { type: Type }>['data'];

/** A test with its names before and after, and the results that its new name has had so far. */
export type RenamedTest = EventOf<'TestsRenamed'>['tests'][number];
/** The same without results: whether the two are one test is for people to say. */
export type SuggestedRename = EventOf<'RenamesSuggested'>['tests'][number];

/** Which tests of a project have had other names. One stream per project. */
export type TestRenamesState = {
  /** By the identity that a file and a name have by themselves: the test that they belong to. */
  renamed: ReadonlyMap<TestId, RenamedTest>;
  suggested: ReadonlyMap<TestId, SuggestedRename & { testRunId: TestRunId }>;
  /** By the same identity: the tests that the name does not belong to. */
  separate: ReadonlyMap<TestId, ReadonlySet<TestId>>;
};

type Found = { projectId: ProjectId; testRunId: TestRunId };

export type TestRenamesCommand =
  | ({ type: 'renameTests'; reason: 'MOVED_FILE' | 'REWRITTEN_NAMES'; tests: readonly RenamedTest[] } & Found)
  | ({ type: 'suggestRenames'; tests: readonly SuggestedRename[] } & Found)
  /** A user decides that both names are one test's. */
  | { type: 'joinRenamedTest'; projectId: ProjectId; renamedId: TestId; results: RenamedTest['results'] }
  /** A user decides that they are two tests. */
  | { type: 'separateRenamedTest'; projectId: ProjectId; renamedId: TestId; results: RenamedTest['results'] };

/** Tests in one event. */
const testsInEvent = 100;

/** @returns whether there was ever a rename or a suggestion with the name's identity */
export function knowsRename({ renamed, suggested, separate }: TestRenamesState, renamedId: TestId): boolean {
  return renamed.has(renamedId) || suggested.has(renamedId) || separate.has(renamedId);
}

function inParts<T>(tests: readonly T[]): T[][] {
  const parts = Math.ceil(tests.length / testsInEvent);
  return Array.from({ length: parts }, (_, part) => tests.slice(part * testsInEvent, (part + 1) * testsInEvent));
}

export const testRenamesDecider: Decider<TestRenamesState, TestRenamesCommand, TestRenamesEvent> = {
  category: 'testRenames',
  initialState: () => ({ renamed: new Map(), suggested: new Map(), separate: new Map() }),
  decide: (command, { renamed, suggested, separate }) => {
    const { projectId } = command;
    // A name that belongs to another test already, and one that others belong to, stay as they are.
    const isNews = (pair: SuggestedRename) =>
      pair.testId !== pair.renamedId &&
      !renamed.has(pair.renamedId) &&
      !renamed.has(pair.testId) &&
      !separate.get(pair.renamedId)?.has(pair.testId);
    switch (command.type) {
      case 'renameTests': {
        const { testRunId, reason } = command;
        return inParts(command.tests.filter(isNews)).map((tests) => {
          return { type: 'TestsRenamed', data: { projectId, testRunId, reason, tests } };
        });
      }
      case 'suggestRenames': {
        const { testRunId } = command;
        const news = command.tests.filter((pair) => isNews(pair) && !suggested.has(pair.renamedId));
        return inParts(news).map((tests) => ({ type: 'RenamesSuggested', data: { projectId, testRunId, tests } }));
      }
      case 'joinRenamedTest': {
        if (renamed.has(command.renamedId)) return [];
        const found = suggested.get(command.renamedId);
        if (!found) throw new DomainError('testRename.notFound');
        const { testRunId, ...pair } = found;
        const tests = [{ ...pair, results: command.results }];
        return [{ type: 'TestsRenamed', data: { projectId, testRunId, reason: 'ACCEPTED', tests } }];
      }
      case 'separateRenamedTest': {
        const test = renamed.get(command.renamedId);
        if (test) return [{ type: 'RenameUndone', data: { projectId, ...test, results: command.results } }];
        const found = suggested.get(command.renamedId);
        if (!found && separate.has(command.renamedId)) return [];
        if (!found) throw new DomainError('testRename.notFound');
        const { testId, renamedId } = found;
        return [{ type: 'RenameDismissed', data: { projectId, testId, renamedId } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    const renamed = new Map(state.renamed);
    const suggested = new Map(state.suggested);
    const separate = new Map(state.separate);
    const keepApart = ({ testId, renamedId }: { testId: TestId; renamedId: TestId }) =>
      separate.set(renamedId, new Set([...(separate.get(renamedId) ?? []), testId]));
    switch (event.type) {
      case 'TestsRenamed':
        for (const test of event.data.tests) {
          renamed.set(test.renamedId, test);
          suggested.delete(test.renamedId);
        }
        break;
      case 'RenamesSuggested':
        for (const pair of event.data.tests) {
          suggested.set(pair.renamedId, { ...pair, testRunId: event.data.testRunId });
        }
        break;
      case 'RenameDismissed':
        suggested.delete(event.data.renamedId);
        keepApart(event.data);
        break;
      case 'RenameUndone':
        renamed.delete(event.data.renamedId);
        keepApart(event.data);
        break;
      default:
        return never(event);
    }
    return { renamed, suggested, separate };
  },
};
