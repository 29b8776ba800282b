import { limits, type ProjectId, type TestId, type TestRunId, type UserId } from '@assay/contract';
import type { ProjectTestsEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** Until when a test is quarantined, and who sees to it. */
export type QuarantineTerms = { until: string | null; ownerUserId: UserId | null };
type Quarantine = QuarantineTerms & { reminded: boolean };

/** Which tests of a project are quarantined, and which issues people have named at them. One small stream per project. */
export type ProjectTestsState = {
  quarantined: ReadonlySet<TestId>;
  terms: ReadonlyMap<TestId, Quarantine>;
  issueKeys: ReadonlyMap<TestId, ReadonlySet<string>>;
};

type OfTest = { projectId: ProjectId; testId: TestId };

export type ProjectTestsCommand =
  /** Of a test that is quarantined already the terms that are named change, and nothing else. */
  | ({ type: 'quarantineTest'; file: string; name: string; reason: string | null } & OfTest & Partial<QuarantineTerms>)
  | ({ type: 'dequarantineTest' } & OfTest)
  | ({ type: 'addIssueKey'; file: string; name: string; key: string } & OfTest)
  | ({ type: 'removeIssueKey'; key: string } & OfTest)
  /** Its time is over. */
  | ({ type: 'lapseQuarantine'; until: string } & OfTest)
  | ({ type: 'remindOfQuarantine'; testRunId: TestRunId; userId: UserId; until: string } & OfTest);

export const projectTestsDecider: Decider<ProjectTestsState, ProjectTestsCommand, ProjectTestsEvent> = {
  category: 'projectTests',
  initialState: () => ({ quarantined: new Set(), terms: new Map(), issueKeys: new Map() }),
  decide: (command, state) => {
    const { projectId, testId } = command;
    const before = state.terms.get(testId);
    const keys = state.issueKeys.get(testId);
    switch (command.type) {
      case 'quarantineTest': {
        const { file, name, reason } = command;
        const { until = null, ownerUserId = null } = { ...before, ...termsOf(command) };
        const isSame = until === (before?.until ?? null) && ownerUserId === (before?.ownerUserId ?? null);
        const terms = { type: 'QuarantineTermsSet' as const, data: { projectId, testId, until, ownerUserId } };
        const quarantined = { type: 'TestQuarantined' as const, data: { projectId, testId, file, name, reason } };
        return [...(before ? [] : [quarantined]), ...(isSame ? [] : [terms])];
      }
      case 'dequarantineTest':
        return before ? [{ type: 'TestDequarantined', data: { projectId, testId } }] : [];
      case 'lapseQuarantine':
        // Somebody may have given it more time since.
        return before?.until === command.until ? [{ type: 'TestDequarantined', data: { projectId, testId } }] : [];
      case 'remindOfQuarantine': {
        const { testRunId, userId, until } = command;
        if (before?.until !== until || before.reminded) return [];
        return [{ type: 'QuarantineReminded', data: { projectId, testId, testRunId, userId, until } }];
      }
      case 'addIssueKey': {
        const { file, name, key } = command;
        if (keys?.has(key)) return [];
        if ((keys?.size ?? 0) >= limits.issueKeysOfTest) throw new DomainError('projectTest.tooManyIssueKeys');
        return [{ type: 'TestIssueKeyAdded', data: { projectId, testId, file, name, key } }];
      }
      case 'removeIssueKey': {
        const { key } = command;
        return keys?.has(key) ? [{ type: 'TestIssueKeyRemoved', data: { projectId, testId, key } }] : [];
      }
      default:
        return never(command);
    }
  },
  evolve: ({ terms: before, issueKeys: keysBefore }, event) => {
    const terms = new Map(before);
    const issueKeys = new Map(keysBefore);
    switch (event.type) {
      case 'TestQuarantined':
        terms.set(event.data.testId, { until: null, ownerUserId: null, reminded: false });
        break;
      case 'QuarantineTermsSet': {
        const { testId, until, ownerUserId } = event.data;
        terms.set(testId, { until, ownerUserId, reminded: false });
        break;
      }
      case 'TestDequarantined':
        terms.delete(event.data.testId);
        break;
      case 'QuarantineReminded': {
        const quarantine = terms.get(event.data.testId);
        if (quarantine) terms.set(event.data.testId, { ...quarantine, reminded: true });
        break;
      }
      case 'TestIssueKeyAdded': {
        const { testId, key } = event.data;
        issueKeys.set(testId, new Set([...(issueKeys.get(testId) ?? []), key]));
        break;
      }
      case 'TestIssueKeyRemoved': {
        const { testId, key } = event.data;
        issueKeys.set(testId, new Set([...(issueKeys.get(testId) ?? [])].filter((one) => one !== key)));
        break;
      }
      default:
        return never(event);
    }
    return { quarantined: new Set(terms.keys()), terms, issueKeys };
  },
};

/** @returns the given terms: undefined ones stay as they are. */
function termsOf({ until, ownerUserId }: Partial<QuarantineTerms>): Partial<QuarantineTerms> {
  return { ...(until !== undefined && { until }), ...(ownerUserId !== undefined && { ownerUserId }) };
}
