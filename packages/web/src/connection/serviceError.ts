import type { ErrorBody } from '@assay/contract';

/** Why a request failed. `status` 0: the service could not be reached at all. */
export type ServiceError = {
  status: number;
  code: string;
  message: string;
  requestId: string | null;
  errors: { field: string; message: string }[];
};

export const unreachable: ServiceError = {
  status: 0,
  code: 'unreachable',
  message: 'The service cannot be reached.',
  requestId: null,
  errors: [],
};

/** Not a failure: the sender canceled it. */
export const canceled: ServiceError = {
  status: 0,
  code: 'canceled',
  message: 'It was canceled.',
  requestId: null,
  errors: [],
};

/** @returns the error of an answer that is not 2xx, even if a proxy changed its body. */
export function serviceErrorOf(status: number, body: unknown): ServiceError {
  const known = isErrorBody(body) ? body : null;
  return {
    status,
    code: known?.code ?? `http.${status}`,
    message: known?.message ?? `The service answered with status ${status}.`,
    requestId: known?.requestId ?? null,
    errors: known?.errors ?? [],
  };
}

/** @returns the service's error if a query or mutation failed with one; null for anything else. */
export function asServiceError(error: unknown): ServiceError | null {
  return typeof error === 'object' && error !== null && 'status' in error && 'code' in error && 'errors' in error
    ? (error as ServiceError)
    : null;
}

/** @returns whether it may succeed next time: the service could not be reached, or something was wrong with it. */
export function mayPass(error: unknown): boolean {
  const failure = asServiceError(error);
  return failure !== null && (failure.status === 0 || failure.status >= 500);
}

/** @returns whether the body is one of the service's own errors. */
export function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
