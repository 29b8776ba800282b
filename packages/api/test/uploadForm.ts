import type { ErrorBody, UploadAnswer } from '@assay/contract';
import type { Answer, ApiUnderTest, CallOptions } from './apiUnderTest.ts';

export type UploadedFile = { name: string; content: Buffer | string };

/** Sends a form to the api over the wire, as a browser or curl would. */
export async function uploadForm(
  api: ApiUnderTest,
  fields: Record<string, string>,
  files: readonly UploadedFile[],
  { as, headers }: Pick<CallOptions, 'as' | 'headers'> = {},
): Promise<Answer<UploadAnswer & ErrorBody>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const { name, content } of files) form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const caller = as === undefined ? api.admin : as;
  const sent = new Headers(headers);
  if (caller) sent.set('authorization', `Bearer ${caller.token}`);
  if (caller?.accountId) sent.set('account', caller.accountId);
  const answer = await fetch(`${api.url}/api/test-runs-upload`, { method: 'POST', headers: sent, body: form });
  const body = (await answer.json()) as UploadAnswer & ErrorBody;
  await api.caughtUp();
  return { status: answer.status, body, headers: Object.fromEntries(answer.headers) };
}
