import {
  type AlertCriteria,
  defaultAlertCriteria as any,
  type EnvironmentId,
  type PipelineStageId,
  type ProjectId,
  type TestSuiteId,
} from '@assay/contract';
import { fitsAlert } from './fitsAlert.ts';

const run = {
  projectId: 'shop' as ProjectId,
  environmentId: 'eu' as EnvironmentId,
  pipelineStageId: 'production' as PipelineStageId,
  testSuiteId: 'smoke' as TestSuiteId,
  branch: 'release/2.1',
  includeTags: ['@smoke', '@slow'],
};

describe('an alert', () => {
  it.each<[string, Partial<AlertCriteria>, Partial<AlertCriteria>]>([
    ['project', { projectId: run.projectId }, { projectId: 'blog' as ProjectId }],
    ['environment', { environmentId: run.environmentId }, { environmentId: 'us' as EnvironmentId }],
    ['stage', { pipelineStageId: run.pipelineStageId }, { pipelineStageId: 'test' as PipelineStageId }],
    ['suite', { testSuiteId: run.testSuiteId }, { testSuiteId: 'all' as TestSuiteId }],
    ['branch', { branches: ['main', 'release/*'] }, { branches: ['main', 'release'] }],
    ['tags', { tags: ['@slow', '@other'] }, { tags: ['@other'] }],
  ])('looks at runs of its %s alone', (_, own, other) => {
    expect(fitsAlert({ ...any, ...own }, run)).toBe(true);
    expect(fitsAlert({ ...any, ...other }, run)).toBe(false);
  });

  it('without filters applies to every run', () => {
    expect(fitsAlert(any, run)).toBe(true);
    const bare = { pipelineStageId: null, testSuiteId: null, branch: '', includeTags: [] };
    expect(fitsAlert(any, { ...run, ...bare })).toBe(true);
  });

  it('with a filter ignores runs that do not match', () => {
    const bare = { ...run, pipelineStageId: null, testSuiteId: null, includeTags: [] };
    for (const criteria of [
      { pipelineStageId: run.pipelineStageId },
      { testSuiteId: run.testSuiteId },
      { tags: ['@slow'] },
    ]) {
      expect(fitsAlert({ ...any, ...criteria }, bare)).toBe(false);
    }
  });
});
