import type { ReactElement, ReactNode } from 'react';
import { asServiceError } from '../connection/serviceError.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import list from './list.module.css';
import { RowsSkeleton } from './RowsSkeleton.tsx';

/** The part of a query hook's result used here. */
export type Query<Data> = {
  /** The last answer, possibly to another query. */
  data?: Data;
  /** The answer to this query. */
  currentData?: Data;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type LoadedProps<Data> = {
  query: Query<Data>;
  /** A title for the failure, or what to show instead of the usual error. */
  failed: string | ReactElement;
  /** A title for a 404; without it, a 404 is an ordinary failure. */
  notFound?: string;
  /** What leads away from a 404. */
  wayOut?: ReactNode;
  /** Where the data bring the head of the screen: what stands in for it above an error or a 404. */
  head?: ReactNode;
  skeleton?: ReactNode;
  /** Shown in place of empty data: an empty list, unless `isEmpty` says otherwise. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** Whether the last answer stays until the next one is loaded, as with pages of a list. */
  keepsPrevious?: boolean;
  /** Whether skeleton, error and empty state have the same frame as the list. */
  framed?: boolean;
  /** `isPrevious`: the data are the last answer while the next one loads. */
  children: (data: Data, isPrevious: boolean) => ReactNode;
};

/**
 * Shows a query's answer, or a skeleton while it loads, an error with a retry button, or the empty state. An answer
 * stays while it is refetched, even if that fails.
 */
export function Loaded<Data>({
  query: { data, currentData, error, isFetching, refetch },
  failed,
  notFound,
  wayOut,
  head,
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
  const isMissing = notFound !== undefined && failure?.status === 404;
  return (
    <>
      {head}
      {inFrame(
        isMissing ? (
          <EmptyState title={notFound} why={failure.message} action={wayOut} />
        ) : (
          failureShown(failed, error, refetch)
        ),
      )}
    </>
  );
}

function failureShown(failed: string | ReactElement, error: unknown, refetch: () => unknown): ReactElement {
  if (typeof failed !== 'string') return failed;
  return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}
