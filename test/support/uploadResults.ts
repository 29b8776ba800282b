import type { CommandAnswer } from '@assay/contract';
import type { Caller } from './caller.ts';
import { finishedRun } from './runs.ts';

export const passedCase = (name: string) => `<testcase classname="shop.Cart" name="${name}" time="0.5"/>`;
export const failedCase = (name: string, message: string) =>
  `<testcase classname="shop.Cart" name="${name}" time="1"><failure message="${message}">${message}</failure></testcase>`;

/**
 * Uploads JUnit XML as a CI job does.
 * @param fields of the form: projectId, environmentId, branch …
 * @param cases test cases in XML
 * @returns the id of the run that they became, once it has its verdict
 */
export async function uploadResults(
  caller: Caller,
  fields: Record<string, string>,
  ...cases: string[]
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([`<testsuite name="s">${cases.join('')}</testsuite>`]), 'results.xml');
  const { id } = await caller.post<CommandAnswer>('/test-runs-upload', form);
  await finishedRun(caller, id);
  return id;
}
