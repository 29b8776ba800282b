import { type UploadAnswer, uploadCalls } from '@assay/contract';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ConnectionState } from '../../../connection/connectionTools.ts';
import { isErrorBody, type ServiceError } from '../../../connection/serviceError.ts';
import { type FormUpload, uploadForm } from '../../../connection/uploadForm.ts';

/** Where in an uploaded file it cannot be read. */
export type UnreadablePlace = UploadAnswer['unreadable'][number];

export type UploadOutcome =
  | { kind: 'taken'; answer: UploadAnswer }
  | { kind: 'refused'; error: ServiceError; places: UnreadablePlace[] }
  | { kind: 'canceled' };

/** Uploads results as a run. */
export function uploadTestRun(
  upload: FormUpload,
): ThunkAction<Promise<UploadOutcome>, ConnectionState, unknown, UnknownAction> {
  return async (dispatch) => {
    const outcome = await dispatch(uploadForm(uploadCalls.uploadTestRun, {}, upload));
    if (outcome.kind !== 'refused') return outcome;
    const { error, body } = outcome;
    return { kind: 'refused', error, places: isErrorBody(body) ? (body.files ?? []) : [] };
  };
}
