import { type Call, type CallInput, type CallTopic, requestOf } from '@assay/contract';
import type { Tag } from './serviceApi.ts';

/** @returns the live topic's full name; a topic about one thing takes its id from `params.id`. */
export function topicNameOf<C extends Call>(topic: CallTopic, input: CallInput<C>): string {
  if (typeof topic === 'string') return topic;
  const { params } = input as { params: { id: string } };
  return topic(params.id);
}

/** @returns the tag of every cached answer to the call. */
export function tagOfCall({ method, path }: Call): Tag {
  return { type: 'call', id: `${method} ${path}` };
}

/** @returns the tag of the answer to this one request. */
export function tagOfAnswer<C extends Call>(call: C, input: CallInput<C>): Tag {
  return { type: 'answer', id: requestOf(call, input).path };
}

/** @returns the tags of a cached answer to the call. */
export function tagsOfRead<C extends Call>(call: C, input: CallInput<C>): Tag[] {
  const own = [tagOfCall(call), tagOfAnswer(call, input)];
  return call.topic ? [{ type: 'topic', id: topicNameOf(call.topic, input) }, ...own] : own;
}

/** @returns the tags that the call invalidates. */
export function tagsOfChange<C extends Call>(call: C, input: CallInput<C>): Tag[] {
  return (call.changes ?? []).map((topic) => ({ type: 'topic', id: topicNameOf(topic, input) }));
}
