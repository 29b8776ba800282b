import type { AlertDeliveryPage, AlertDeliveryView, CommandAnswer, UploadAnswer } from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { ReceivedRequest } from '../support/receivingServer.ts';

/** Uploads a failure, which is news to every alert: one to a branch. The same branch is one upload, however often. */
export async function reportFailure(caller: Caller, branch: string): Promise<void> {
  const failure = '<testcase classname="c" name="pays"><failure message="declined">at pay.js:7</failure></testcase>';
  await eventually(async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ projectId: 'shop', environmentId: 'ci', branch }))
      form.set(name, value);
    form.set('file', new Blob([`<testsuite name="s">${failure}</testsuite>`]), 'results.xml');
    const headers = { 'idempotency-key': branch };
    const { status } = await caller.call<UploadAnswer>('POST', '/test-runs-upload', form, headers);
    return status === 201;
  });
}

/** @returns an alert about failed runs, of one project or of all */
export async function alertOnFailure(
  caller: Caller,
  actionType: string,
  destination: string,
  projectId: string | null = null,
): Promise<string> {
  const alert = { eventType: 'TESTRUN_FAIL', actionType, destination, criteria: { projectId } };
  return (await caller.post<CommandAnswer>('/alerts', alert)).id;
}

/** @returns the messages of an alert */
export async function deliveriesOf(caller: Caller, alertId: string): Promise<AlertDeliveryView[]> {
  return (await caller.get<AlertDeliveryPage>(`/alerts/${alertId}/deliveries`)).deliveries;
}

/** @returns the messages of an alert once there are so many and all have been sent */
export function allSent(caller: Caller, alertId: string, count: number): Promise<AlertDeliveryView[]> {
  return eventually(async () => {
    const deliveries = await deliveriesOf(caller, alertId);
    return deliveries.length === count && deliveries.every(({ state }) => state === 'done') ? deliveries : null;
  });
}

/** @returns by which whoever receives a webhook's message tells that it is one that has come before */
export function messageIdOf({ headers }: ReceivedRequest): string {
  return String(headers['webhook-id']);
}
