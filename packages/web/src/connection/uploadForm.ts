import { type Call, type CallAnswer, type CallInput, type Position, requestOf } from '@assay/contract';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { isCreation } from './callRequest.ts';
import { tagsOfChange } from './callTags.ts';
import { type ConnectionState, toolsOf } from './connectionTools.ts';
import { apiBase } from './requestService.ts';
import { serviceApi } from './serviceApi.ts';
import { canceled, type ServiceError, serviceErrorOf, unreachable } from './serviceError.ts';
import { sessionEnded } from './sessionSlice.ts';

type PathInput<C extends Call> = Omit<CallInput<C>, 'body' | 'query'>;

export type FormUpload = {
  /** Empty ones are left out. */
  fields: Record<string, string>;
  files: readonly File[];
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Like a mutation's result; `body` is the service's raw answer. */
export type FormOutcome<Answer> =
  | { data: Answer; error?: undefined }
  | { data?: undefined; error: ServiceError; body: unknown };

/**
 * Sends a form with files, and refetches what the call changes. A thunk rather than an endpoint, as neither files nor
 * progress belong in the store.
 * @param to the path parameters of the call
 */
export function uploadForm<C extends Call>(
  call: C,
  to: PathInput<C>,
  upload: FormUpload,
): ThunkAction<Promise<FormOutcome<CallAnswer<C>>>, ConnectionState, unknown, UnknownAction> {
  return async (dispatch, getState, extra) => {
    const tools = toolsOf(extra);
    const { token, accountId } = getState().session;
    const form = new FormData();
    for (const [name, value] of Object.entries(upload.fields)) if (value !== '') form.set(name, value);
    for (const file of upload.files) form.append('file', file, file.name);
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (accountId) headers.Account = accountId;
    const { onProgress, signal } = upload;
    const input = to as CallInput<C>;
    const { path } = requestOf(call, input);
    const creation = isCreation(call) && accountId ? contentOf(accountId, path, upload) : null;
    if (creation !== null) headers['Idempotency-Key'] = tools.repeatKeys.keyOf(creation);
    let status: number;
    let body: unknown;
    try {
      const sent = await tools.sendForm({ url: `${apiBase}${path}`, headers, form, onProgress, signal });
      status = sent.status;
      body = parsed(sent.text);
    } catch {
      return { error: signal.aborted ? canceled : unreachable, body: null };
    }
    if (creation !== null && status < 500) tools.repeatKeys.answered(creation);
    if (status === 401) dispatch(sessionEnded({ token }));
    if (status < 200 || status >= 300) return { error: serviceErrorOf(status, body), body };
    const answer = body as CallAnswer<C> & { position: Position };
    tools.ownWrites.wrote(answer.position);
    dispatch(serviceApi.util.invalidateTags(tagsOfChange(call, input)));
    return { data: answer };
  };
}

/** Files are told apart by what is known of them without reading them. */
function contentOf(accountId: string, path: string, { fields, files }: FormUpload): string {
  const known = files.map(({ name, size, lastModified }) => [name, size, lastModified]);
  return JSON.stringify([accountId, path, fields, known]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
