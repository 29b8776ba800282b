import { type Call, type CallInput, type CallTopic, requestOf } from '@assay/contract';
import type { Tag } from './serviceApi.ts';

/** @returns the live topic by its full name: a topic of one thing is of the one in `params.id`. */
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

/** @returns what a cached answer to the call is marked with. */
export function tagsOfRead<C extends Call>(call: C, input: CallInput<C>): Tag[] {
  const own = [tagOfCall(call), tagOfAnswer(call, input)];
  return call.topic ? [{ type: 'topic', id: topicNameOf(call.topic, input) }, ...own] : own;
}

/** @returns the tags of what the call changes. */
export function tagsOfChange<C extends Call>(call: C, input: CallInput<C>): Tag[] {
  return (call.changes ?? []).map((topic) => ({ type: 'topic', id: topicNameOf(topic, input) }));
}
