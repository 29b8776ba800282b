import type { DetailKind } from '@assay/contract';
import type { TestRunDetailsEvent, TestRunDetailsExpired } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';

/** The kinds of details that have expired, at least in part. */
export type TestRunDetailsState = ReadonlySet<DetailKind>;

export type TestRunDetailsCommand = { type: 'expireDetails' } & TestRunDetailsExpired;

/** The expired details of a run: a separate stream, without effect on the run's own. */
export const testRunDetailsDecider: Decider<TestRunDetailsState, TestRunDetailsCommand, TestRunDetailsEvent> = {
  category: 'testRunDetails',
  initialState: () => new Set(),
  decide: ({ type: _, ...data }, state) => (state.has(data.kind) ? [] : [{ type: 'TestRunDetailsExpired', data }]),
  evolve: (state, event) => new Set(state).add(event.data.kind),
};
