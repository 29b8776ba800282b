import type { CommandAnswer, ErrorBody } from '@assay/contract';
import type { Answer, ApiUnderTest, CallOptions } from './apiUnderTest.ts';

/** Sends a build over the wire, as a browser or curl would. */
export async function uploadBuildForm(
  api: ApiUnderTest,
  projectId: string,
  fields: Record<string, string>,
  file: { name: string; content: Buffer } | null,
  { as, headers }: Pick<CallOptions, 'as' | 'headers'> = {},
): Promise<Answer<CommandAnswer & ErrorBody>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.append('file', new Blob([new Uint8Array(file.content)]), file.name);
  const caller = as === undefined ? api.admin : as;
  const sent = new Headers(headers);
  if (caller) sent.set('authorization', `Bearer ${caller.token}`);
  if (caller?.accountId) sent.set('account', caller.accountId);
  const answer = await fetch(`${api.url}/api/projects/${projectId}/build`, {
    method: 'POST',
    headers: sent,
    body: form,
  });
  const body = (await answer.json()) as CommandAnswer & ErrorBody;
  await api.caughtUp();
  return { status: answer.status, body, headers: Object.fromEntries(answer.headers) };
}
