import type { UploadAnswer } from '@assay/contract';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { type ConnectionState, toolsOf } from '../../../connection/connectionTools.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';
import { isErrorBody, type ServiceError, serviceErrorOf, unreachable } from '../../../connection/serviceError.ts';
import { sessionEnded } from '../../../connection/sessionSlice.ts';

/** Where in an uploaded file it cannot be read. */
export type UnreadablePlace = UploadAnswer['unreadable'][number];

export type UploadOutcome =
  | { kind: 'taken'; answer: UploadAnswer }
  | { kind: 'refused'; error: ServiceError; places: UnreadablePlace[] }
  | { kind: 'canceled' };

export type Upload = {
  fields: Record<string, string>;
  files: readonly File[];
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Uploads results as a run. A thunk rather than an endpoint, for files and progress are nothing for the store. */
export function uploadTestRun(
  upload: Upload,
): ThunkAction<Promise<UploadOutcome>, ConnectionState, unknown, UnknownAction> {
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
    let status: number;
    let body: unknown;
    try {
      const sent = await tools.sendForm({ url: '/api/test-runs-upload', headers, form, onProgress, signal });
      status = sent.status;
      body = parsed(sent.text);
    } catch {
      return signal.aborted ? { kind: 'canceled' } : { kind: 'refused', error: unreachable, places: [] };
    }
    if (status === 401) dispatch(sessionEnded());
    if (status < 200 || status >= 300) {
      const places = isErrorBody(body) ? (body.files ?? []) : [];
      return { kind: 'refused', error: serviceErrorOf(status, body), places };
    }
    const answer = body as UploadAnswer;
    tools.ownWrites.wrote(answer.position);
    dispatch(serviceApi.util.invalidateTags(['TestRuns']));
    return { kind: 'taken', answer };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
