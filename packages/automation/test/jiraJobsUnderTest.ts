import { authorizationIdOf } from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import { jiraSettingsOf, openOutgoingGuard } from '@assay/integrations';
import { pino } from 'pino';
import { type FakeJira, fakeJira } from '../../../test/support/fakeJira.ts';
import { acme, signedBy } from '../../../test/support/storesUnderTest.ts';
import type { AutomationDeps } from '../src/automationDeps.ts';
import type { Job } from '../src/jobs/jobs.ts';
import { openTrackers } from '../src/trackedIssues/openTrackers.ts';
import { ServiceUnderTest } from './serviceUnderTest.ts';

const email = 'ada@northwind.test';
export const jiraConnection = authorizationIdOf(acme, 'Jira');
const minuteMs = 60_000;

type Deps = Pick<AutomationDeps, 'eventLog' | 'readModels' | 'log' | 'trackerFor'>;

export type JiraJobsUnderTest = {
  service: ServiceUnderTest;
  jira: FakeJira;
  connect(): Promise<void>;
  /** Until the read models show what is in the log. */
  caughtUp(): Promise<void>;
  /** Runs a job by hand. @param minutes from now */
  run(job: Job<Deps>, minutes: number): Promise<void>;
  stop(): Promise<void>;
};

/** Starts stores and a fake Jira that an account has connected; the automation does not run. */
export async function startJiraJobs(): Promise<JiraJobsUnderTest> {
  const [service, jira] = await Promise.all([ServiceUnderTest.start(), fakeJira()]);
  // Jobs are run by hand, at times of the tests.
  await service.stopAutomation();
  jira.apiTokens.set(email, { token: 'token', hasScopes: false });
  const gitApps = { oauth: [], gitHubApp: null };
  const guard = openOutgoingGuard(['127.0.0.1']);
  const trackers = openTrackers(service.stores, { guard, gitApps, jira: jiraSettingsOf({}) });
  const { eventLog } = service.stores;
  const caughtUp = async () => {
    const head = await eventLog.head();
    if (head) await service.readModels.waitFor(head.position, minuteMs);
  };
  const connect = async () => {
    const endpoint = { apiUrl: jira.url, deployment: 'Cloud', user: email };
    const granted = {
      authorizationId: jiraConnection,
      provider: 'Jira',
      identifier: jira.url,
      token: 'token',
      endpoint,
    };
    const command = { type: 'grantAuthorization' as const, ...granted };
    await eventLog.handle(authorizationDecider, jiraConnection, command, signedBy('ada'));
  };
  await connect();
  return {
    service,
    jira,
    connect,
    caughtUp,
    run: async (job, minutes) => {
      await caughtUp();
      const deps = { eventLog, readModels: service.readModels, log: pino({ level: 'silent' }) };
      await job.run({ ...deps, trackerFor: trackers.trackerFor }, new Date(Date.now() + minutes * minuteMs));
      await caughtUp();
    },
    stop: async () => {
      trackers.close();
      await jira.stop();
      await service.stop();
    },
  };
}
