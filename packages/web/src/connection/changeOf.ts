import type { Call, CallAnswer, CallInput } from '@assay/contract';
import { type Input, inputOf, isCreation, requestOfCall } from './callRequest.ts';
import { type CallName, callNamed } from './calls.ts';
import { tagOfCall, tagsOfChange } from './callTags.ts';
import type { ServiceRequest } from './requestService.ts';
import { serviceApi, type Tag } from './serviceApi.ts';

export type ChangeOptions<C extends Call> = {
  /** Calls without a live topic whose answers become stale. */
  outdates?: readonly CallName[];
  /** What else it changes, by what was sent. */
  alsoChanges?: (input: CallInput<C>) => Tag[];
  /** A 401 says nothing about the session (sign-in and log-out). */
  keepsSession?: true;
};

/** `ifMatch`: the revision to change; if there is a newer one the service answers 412. */
export type ChangeInput<C extends Call> = Input<C> | (CallInput<C> & { ifMatch: string });

type Started = {
  dispatch: (action: ReturnType<typeof serviceApi.util.invalidateTags>) => unknown;
  queryFulfilled: Promise<unknown>;
};

type Change<C extends Call> = {
  query: (input: ChangeInput<C>) => ServiceRequest;
  onQueryStarted: (input: ChangeInput<C>, started: Started) => Promise<void>;
  transformResponse?: (answer: unknown) => CallAnswer<C>;
};

/**
 * A mutation endpoint for a call. What it changes is refetched, even after a refusal, which may mean that the page is
 * stale; only a refused creation changes nothing.
 */
export function changeOf<C extends Call>(
  call: C,
  { outdates = [], alsoChanges, keepsSession }: ChangeOptions<C> = {},
): Change<C> {
  return {
    query: (input) => {
      const { ifMatch } = Object(input) as { ifMatch?: string };
      return { ...requestOfCall(call, inputOf<C>(input)), ifMatch, keepsSession, creates: isCreation(call) };
    },
    // As an action of its own rather than `invalidatesTags`, so that reads under way hear of it too.
    onQueryStarted: async (input, { dispatch, queryFulfilled }) => {
      const hasChanged = await queryFulfilled.then(
        () => true,
        (failure: { isUnhandledError: boolean }) => !failure.isUnhandledError && call.method !== 'POST',
      );
      if (!hasChanged) return;
      const sent = inputOf<C>(input);
      const tags = [
        ...tagsOfChange(call, sent),
        ...outdates.map((name) => tagOfCall(callNamed(name))),
        ...(alsoChanges?.(sent) ?? []),
      ];
      dispatch(serviceApi.util.invalidateTags(tags));
    },
  };
}
