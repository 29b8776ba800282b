import type { UploadAnswer } from '@assay/contract';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { type ConnectionState, toolsOf } from '../../../connection/connectionTools.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';
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
  upload: Omit<FormUpload, 'path'>,
): ThunkAction<Promise<UploadOutcome>, ConnectionState, unknown, UnknownAction> {
  return async (dispatch, _getState, extra) => {
    const outcome = await dispatch(uploadForm({ path: '/test-runs-upload', ...upload }));
    if (outcome.kind === 'canceled') return outcome;
    if (outcome.kind === 'refused') {
      const { error, body } = outcome;
      return { kind: 'refused', error, places: isErrorBody(body) ? (body.files ?? []) : [] };
    }
    const answer = outcome.body as UploadAnswer;
    toolsOf(extra).ownWrites.wrote(answer.position);
    dispatch(serviceApi.util.invalidateTags(['TestRuns']));
    return { kind: 'taken', answer };
  };
}
