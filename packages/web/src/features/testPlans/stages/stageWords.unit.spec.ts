import type { BuildId, DeployId } from '@assay/contract';
import { planSuiteView } from '../../../testSupport/testPlanViews.ts';
import { gateOf, versionOf } from './stageWords.ts';

const deploy = {
  id: 'd1' as DeployId,
  branch: 'main',
  commit: '8f31c02a4d55aa',
  buildName: null,
  createdAt: '2026-11-01T10:00:00Z',
};
const textOf = (change: Parameters<typeof planSuiteView>[1]) => {
  const { source, now, isMissing } = versionOf(planSuiteView('Smoke', { branch: null, ...change }));
  return [source, now, ...(isMissing ? ['missing'] : [])];
};

describe('the words of a stage', () => {
  it('say what has to be so before it starts', () => {
    const smoke = { name: 'Smoke', alwaysRun: false };
    expect(gateOf(undefined, { alwaysRun: true })).toBeNull();
    expect(gateOf(smoke, { alwaysRun: false })).toBe('if all of Smoke passes');
    expect(gateOf({ ...smoke, alwaysRun: true }, { alwaysRun: false })).toBe('if everything before passes');
    expect(gateOf(smoke, { alwaysRun: true })).toBe('in any case, also after a failure; not after Stop Run');
  });

  it('say what a suite is run on', () => {
    expect(textOf({ branch: 'main' })).toEqual(['main', 'newest commit']);
    expect(textOf({ branch: 'main', commit: '0ad94c1170ab' })).toEqual(['main', '0ad94c1170']);
    expect(textOf({ buildId: 'b1' as BuildId, buildName: '977' })).toEqual(['Build 977', null]);
    expect(textOf({ latestDeploy: true })).toEqual(['Latest deploy', 'none yet', 'missing']);
    expect(textOf({ latestDeploy: true, deploy })).toEqual(['Latest deploy', '8f31c02a4d']);
    expect(textOf({ latestDeploy: true, deploy: { ...deploy, buildName: '4182' } })).toEqual([
      'Latest deploy',
      'build 4182',
    ]);
  });
});
