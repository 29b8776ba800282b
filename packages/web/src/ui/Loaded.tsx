import type { ReactElement, ReactNode } from 'react';
import { asServiceError } from '../connection/serviceError.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import list from './list.module.css';
import { RowsSkeleton } from './RowsSkeleton.tsx';

/** What a query hook answers, as far as it matters here. */
export type Query<Data> = {
  /** The last answer, be it to another question. */
  data?: Data;
  /** The answer to this question. */
  currentData?: Data;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type LoadedProps<Data> = {
  query: Query<Data>;
  /** What could not be loaded, as a title; or what is shown in place of the usual error. */
  failed: string | ReactElement;
  /** What a 404 means here, as a title; without it, a 404 is a failure like others. */
  notFound?: string;
  skeleton?: ReactNode;
  /** What is shown in place of data that is empty: an empty list, unless `isEmpty` says otherwise. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** Whether the last answer stays until the next one is there, as with the pages of a list. */
  keepsPrevious?: boolean;
  /** Whether skeleton, error and emptiness stand in the frame that the list itself will have. */
  framed?: boolean;
  /** `isPrevious`: the data are the last answer, and the next one is on its way. */
  children: (data: Data, isPrevious: boolean) => ReactNode;
};

/**
 * Shows what a query answered, or why it is not there: a skeleton while it loads, an error with a way to try again,
 * or the text for nothing. An answer stays while it is read again, also when that fails.
 */
export function Loaded<Data>({
  query: { data, currentData, error, isFetching, refetch },
  failed,
  notFound,
  skeleton = <RowsSkeleton />,
  empty,
  isEmpty = isEmptyList,
  keepsPrevious = false,
  framed = false,
  children,
}: LoadedProps<Data>) {
  const shown = currentData === undefined && keepsPrevious && isFetching ? data : currentData;
  const inFrame = (state: ReactNode) => (framed ? <div className={list.list}>{state}</div> : state);
  if (shown !== undefined) {
    return empty !== undefined && isEmpty(shown) ? inFrame(empty) : children(shown, currentData === undefined);
  }
  if (error === undefined) return inFrame(skeleton);
  const failure = asServiceError(error);
  if (notFound && failure?.status === 404) {
    return inFrame(<EmptyState title={notFound} why={failure.message} />);
  }
  return inFrame(
    typeof failed === 'string' ? <ErrorState title={failed} error={error} onRetry={() => void refetch()} /> : failed,
  );
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}
