import type { DeployCreated, DeployEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type DeployState = { status: 'none' } | ({ status: 'created' } & DeployCreated);

export type DeployCommand = { type: 'createDeploy' } & DeployCreated;

/** A deploy never changes, and always names the version that was deployed. */
export const deployDecider: Decider<DeployState, DeployCommand, DeployEvent> = {
  category: 'deploy',
  initialState: () => ({ status: 'none' }),
  decide: ({ type: _, ...deploy }, state) => {
    if (state.status !== 'none') throw new DomainError('deploy.exists');
    const { branch, commit, build } = deploy;
    if (branch === null && commit === null && build === null) throw new DomainError('deploy.versionMissing');
    return [{ type: 'DeployCreated', data: deploy }];
  },
  evolve: (_state, { data }) => ({ status: 'created', ...data }),
};
