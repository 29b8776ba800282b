import type { DetailKind } from '@assay/contract';
import type { TestRunDetailsEvent, TestRunDetailsExpired } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';

/** The kinds of which something has expired. */
export type TestRunDetailsState = ReadonlySet<DetailKind>;

export type TestRunDetailsCommand = { type: 'expireDetails' } & TestRunDetailsExpired;

/** What is not kept any longer of a run: a stream beside the run's own, which this changes nothing about. */
export const testRunDetailsDecider: Decider<TestRunDetailsState, TestRunDetailsCommand, TestRunDetailsEvent> = {
  category: 'testRunDetails',
  initialState: () => new Set(),
  decide: ({ type: _, ...data }, state) => (state.has(data.kind) ? [] : [{ type: 'TestRunDetailsExpired', data }]),
  evolve: (state, event) => new Set(state).add(event.data.kind),
};
