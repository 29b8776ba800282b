import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { type ConnectionState, toolsOf } from './connectionTools.ts';
import { type ServiceError, serviceErrorOf, unreachable } from './serviceError.ts';
import { sessionEnded } from './sessionSlice.ts';

export type FormUpload = {
  /** Below /api. */
  path: string;
  /** Empty ones are left out. */
  fields: Record<string, string>;
  files: readonly File[];
  /** Of 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** `body` is what the service answered, of whatever form it is. */
export type FormOutcome =
  | { kind: 'taken'; body: unknown }
  | { kind: 'refused'; error: ServiceError; body: unknown }
  | { kind: 'canceled' };

/** Sends a form with files. A thunk rather than an endpoint, for files and progress are nothing for the store. */
export function uploadForm(
  upload: FormUpload,
): ThunkAction<Promise<FormOutcome>, ConnectionState, unknown, UnknownAction> {
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
      const sent = await tools.sendForm({ url: `/api${upload.path}`, headers, form, onProgress, signal });
      status = sent.status;
      body = parsed(sent.text);
    } catch {
      return signal.aborted ? { kind: 'canceled' } : { kind: 'refused', error: unreachable, body: null };
    }
    if (status === 401) dispatch(sessionEnded());
    if (status >= 200 && status < 300) return { kind: 'taken', body };
    return { kind: 'refused', error: serviceErrorOf(status, body), body };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
