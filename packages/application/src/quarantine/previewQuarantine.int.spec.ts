import type { ProjectId } from '@assay/contract';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../../projections/test/simulatedReadModels.ts';
import { plainQuarantine } from '../../test/plainQuarantine.ts';
import { previewQuarantine } from './previewQuarantine.ts';

const simulated = simulatedHistory(Date.parse('2026-10-10T00:00:00Z'), 30);
const span = { start: simulated.start, end: simulated.start + simulated.days * 24 * 3_600_000 };

describe('the preview of quarantine of a simulated month', () => {
  let shown: SimulatedReadModels;
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
  });
  afterAll(() => shown.stop());

  async function previewOf(projectId: ProjectId) {
    const facts = await shown.openReads().quarantineFacts(projectId, span);
    if (!facts) throw new Error(`there is no project ${projectId}`);
    return previewQuarantine(facts, span, 'UTC');
  }

  it.each([
    ['that retries', simulated.web],
    ['that does not', simulated.mobile],
    ['that uploads', simulated.payments],
  ])('is what a plain count of its events comes to, of a team %s', async (_, projectId) => {
    const { runs, failed, spared, missed, quarantined, ...lists } = await previewOf(projectId);
    const named = {
      runs,
      failed,
      quarantined: lists.tests.map(({ testId, flakyIn }) => `${flakyIn.number} ${testId}`).sort(),
      spared: lists.sparedRuns.map(({ run }) => run.number).sort((a, b) => a - b),
      missed: lists.missedFailures.map(({ run, testId, why }) => `${run.number} ${testId} ${why}`).sort(),
    };
    expect(named).toEqual(plainQuarantine(shown.events, projectId));
    expect([quarantined, spared, missed]).toEqual([named.quarantined.length, named.spared.length, named.missed.length]);
    const sumOf = (key: 'runs' | 'failed' | 'spared' | 'missed' | 'quarantined') =>
      lists.days.reduce((sum, day) => sum + day[key], 0);
    expect([sumOf('runs'), sumOf('failed'), sumOf('spared')]).toEqual([runs, failed, spared]);
    expect([sumOf('missed'), sumOf('quarantined')]).toEqual([missed, quarantined]);
  });

  it('has something of everything, where tests are retried', async () => {
    const { spared, failed, missed, tests } = await previewOf(simulated.web);
    expect(tests.map(({ testId }) => testId)).toEqual(['applies-a-voucher', 'keeps-the-basket']);
    expect(spared).toBeGreaterThan(3);
    expect(missed).toBeGreaterThan(4);
    expect(failed).toBeGreaterThan(spared);
  });
});
