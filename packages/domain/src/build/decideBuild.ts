import type { BuildEvent, BuildUploaded } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type BuildState = { status: 'none' } | ({ status: 'uploaded' } & BuildUploaded);

export type BuildCommand = { type: 'uploadBuild' } & BuildUploaded;

/** A build never changes, so a run can always be repeated from it. */
export const buildDecider: Decider<BuildState, BuildCommand, BuildEvent> = {
  category: 'build',
  initialState: () => ({ status: 'none' }),
  decide: ({ type: _, ...build }, state) => {
    if (state.status !== 'none') throw new DomainError('build.exists');
    return [{ type: 'BuildUploaded', data: build }];
  },
  evolve: (_state, { data }) => ({ status: 'uploaded', ...data }),
};
