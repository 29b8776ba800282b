import { type Call, type CallInput, requestOf } from '@assay/contract';
import type { ServiceRequest } from './requestService.ts';

/** The argument of a hook: none for a call without input. */
// biome-ignore lint/suspicious/noConfusingVoidType: hooks of RTK Query can be called without an argument only where it may be void
export type Input<C extends Call> = Record<never, never> extends CallInput<C> ? CallInput<C> | void : CallInput<C>;

/** @returns the input, or an empty one. */
export function inputOf<C extends Call>(input: Input<C> | CallInput<C>): CallInput<C> {
  return (input ?? {}) as CallInput<C>;
}

/** @returns the request that sends the call. */
export function requestOfCall<C extends Call>(call: C, input: CallInput<C>): ServiceRequest {
  const { method, path, body } = requestOf(call, input);
  return { method, path, body };
}

/** @returns whether the call makes something, which it is to do once. */
export function isCreation({ method, status, secretAnswer }: Call): boolean {
  return method === 'POST' && status === 201 && !secretAnswer;
}
