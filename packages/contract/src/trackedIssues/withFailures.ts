import { limits } from '../limits.ts';

/** @returns both lists, each value once, up to as many as one issue has */
export function withFailures<Id extends string>(before: readonly Id[], more: readonly Id[]): Id[] {
  return [...new Set([...before, ...more])].slice(0, limits.issueTests);
}
