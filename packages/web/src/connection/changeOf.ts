import type { Call, CallAnswer, CallInput } from '@assay/contract';
import { type Input, inputOf, isCreation, requestOfCall } from './callRequest.ts';
import { tagOfCall, tagsOfChange } from './callTags.ts';
import type { ServiceRequest } from './requestService.ts';
import type { Tag } from './serviceApi.ts';

type ChangeOptions = {
  /** Calls without a live topic whose answers become stale. */
  outdates?: readonly Call[];
  /** A 401 says nothing about the session (sign-in and log-out). */
  keepsSession?: true;
};

/** `ifMatch`: the revision to change; if there is a newer one the service answers 412. */
type ChangeInput<C extends Call> = Input<C> | (CallInput<C> & { ifMatch: string });

type Change<C extends Call> = {
  query: (input: ChangeInput<C>) => ServiceRequest;
  invalidatesTags: (answer: unknown, error: unknown, input: ChangeInput<C>) => Tag[];
  transformResponse?: (answer: unknown) => CallAnswer<C>;
};

/**
 * A mutation endpoint for a call: `createProject: build.mutation(changeOf(projectCalls.createProject))`. What it
 * changes is refetched, even after a refusal, which may mean that the page is stale; only a refused creation changes
 * nothing.
 */
export function changeOf<C extends Call>(call: C, { outdates = [], keepsSession }: ChangeOptions = {}): Change<C> {
  return {
    query: (input) => {
      const { ifMatch } = Object(input) as { ifMatch?: string };
      return { ...requestOfCall(call, inputOf<C>(input)), ifMatch, keepsSession, creates: isCreation(call) };
    },
    invalidatesTags: (_answer, error, input) =>
      error && call.method === 'POST' ? [] : [...tagsOfChange(call, inputOf<C>(input)), ...outdates.map(tagOfCall)],
  };
}
