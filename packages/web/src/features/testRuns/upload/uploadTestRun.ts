import { type UploadAnswer, uploadCalls } from '@assay/contract';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ConnectionState } from '../../../connection/connectionTools.ts';
import { isErrorBody, type ServiceError } from '../../../connection/serviceError.ts';
import { type FormUpload, uploadForm } from '../../../connection/uploadForm.ts';

/** The place in an uploaded file that cannot be read. */
type UnreadablePlace = UploadAnswer['unreadable'][number];

/** Files that were refused; and the run of the others, null: there is none. */
export type UnreadableFiles = {
  places: readonly UnreadablePlace[];
  run: Pick<UploadAnswer, 'id' | 'number'> | null;
};

export type UploadOutcome =
  | { data: UploadAnswer; error?: undefined }
  | { data?: undefined; error: ServiceError; places: UnreadablePlace[] };

/** Uploads results as a run. A refusal has a text for the whole upload, besides the errors of its files. */
export function uploadTestRun(
  upload: FormUpload,
): ThunkAction<Promise<UploadOutcome>, ConnectionState, unknown, UnknownAction> {
  return async (dispatch) => {
    const outcome = await dispatch(uploadForm(uploadCalls.uploadTestRun, {}, upload));
    if (!outcome.error) return outcome;
    const { error, body } = outcome;
    const places = isErrorBody(body) ? (body.files ?? []) : [];
    if (!error.code.startsWith('upload.')) return { error, places };
    return { error: { ...error, errors: [...error.errors, { field: 'upload', message: error.message }] }, places };
  };
}
