import type { TestResultsPage, TestRunView, WorkPage } from '@assay/contract';
import { type ApiUnderTest, type Person, type StartOptions, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

export const failed = (name: string, message = 'boom') =>
  `<testcase classname="Cart" name="${name}"><failure message="${message}"/></testcase>`;
export const passed = (name: string) => `<testcase classname="Cart" name="${name}"/>`;

export const ofRun = (testRunId: string) => ({ reviewType: 'TEST_RUN', testRunId });
export const ofTest = ({ testRunId, id }: { testRunId: string; id: string }) => ({
  reviewType: 'TEST_RUN_TEST',
  testRunId,
  testRunTestId: id,
});
export const assign = (what: object, to: Person | null) => ({ body: { ...what, assigneeUserId: to?.userId ?? null } });

/** A project whose results are uploaded, and people who look at them. */
export type ReviewedResults = Awaited<ReturnType<typeof startReviewedResults>>;

export async function startReviewedResults(options: StartOptions = {}) {
  const api: ApiUnderTest = await startApi({ automation: true, ...options });
  const { projectId, environmentId, testRunId: canceled } = await prepareRun(api);
  await api.done('PATCH', `/test-runs/${canceled}`, { body: { status: 'CANCELED' } });
  const fields = { projectId, environmentId };
  const results = async (id: string, query = '') =>
    (await api.call<TestResultsPage>('GET', `/test-runs/${id}/results${query}`)).body;
  return {
    api,
    fields,
    canceled: canceled as string,
    grace: await api.newPerson(api.admin.accountId, 'USER'),
    stranger: await api.newAccount('stranger'),
    results,
    /** @returns the id of the run that the cases became */
    upload: async (...cases: string[]) => {
      const content = `<testsuite name="s">${cases.join('')}</testsuite>`;
      return (await uploadForm(api, fields, [{ name: 'r.xml', content }])).body.id;
    },
    run: async (id: string) => (await api.call<TestRunView>('GET', `/test-runs/${id}`)).body,
    test: async (id: string, name: string) => {
      const found = (await results(id)).tests.find((row) => row.name.endsWith(name));
      if (!found) throw new Error(`no test ${name}`);
      return found;
    },
    work: async (as: Person) => (await api.call<WorkPage>('GET', '/review/mine', { as })).body,
  };
}
