import type { ProjectId, TestRunId } from '@assay/contract';
import type { TestRunDetailsEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { testRunDetailsDecider } from './decideTestRunDetails.ts';

const about = { testRunId: 'run-1' as TestRunId, projectId: 'project-1' as ProjectId, bytes: 100, items: 2 };
const byAge = { rule: 'age', keptDays: 30, maximumMegabytes: null } as const;
const logs = { ...about, ...byAge, kind: 'logs' } as const;
const expired: TestRunDetailsEvent = { type: 'TestRunDetailsExpired', data: logs };

describe('details of a run', () => {
  it('expire kind by kind, each once, however often that is wanted', () => {
    given(testRunDetailsDecider)
      .when({ type: 'expireDetails', ...logs })
      .gives(expired);
    given(testRunDetailsDecider, expired)
      .when({ type: 'expireDetails', ...logs })
      .gives();
    const attachments = { ...logs, kind: 'attachments' } as const;
    given(testRunDetailsDecider, expired)
      .when({ type: 'expireDetails', ...attachments })
      .gives({ type: 'TestRunDetailsExpired', data: attachments });
  });
});
