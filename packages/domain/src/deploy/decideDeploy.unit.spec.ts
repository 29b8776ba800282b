import type { BuildId, DeployId, EnvironmentId, ProjectId } from '@assay/contract';
import type { DeployCreated, DeployEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type DeployCommand, deployDecider } from './decideDeploy.ts';

const facts: DeployCreated = {
  deployId: 'd1' as DeployId,
  projectId: 'shop' as ProjectId,
  environmentId: 'staging' as EnvironmentId,
  branch: null,
  commit: null,
  build: null,
  buildName: null,
};
const build = { buildId: 'b1' as BuildId, name: '1.4.0', commit: null };
const create = (changed: Partial<DeployCreated>): DeployCommand => ({ type: 'createDeploy', ...facts, ...changed });
const created: DeployEvent = { type: 'DeployCreated', data: { ...facts, commit: 'abc' } };

describe('a deploy', () => {
  it.each([[{ branch: 'main' }], [{ commit: 'abc' }], [{ build }]])('names its version by %j', (version) => {
    given(deployDecider)
      .when(create(version))
      .gives({ type: 'DeployCreated', data: { ...facts, ...version } });
  });

  it('is refused without a version', () => {
    given(deployDecider)
      .when(create({ buildName: '1.4.0' }))
      .refuses('deploy.versionMissing');
  });

  it('is recorded once, and keeps its details', () => {
    const { state, when } = given(deployDecider, created);
    expect(state).toEqual({ status: 'created', ...facts, commit: 'abc' });
    when(create({ commit: 'abc' })).refuses('deploy.exists');
  });
});
