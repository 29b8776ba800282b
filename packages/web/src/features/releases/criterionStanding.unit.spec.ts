import type { ReleaseCriterionId, ReleaseCriterionView, ReleaseId } from '@assay/contract';
import { runsRule } from '../../testSupport/releaseRules.ts';
import { groupsOf, segmentsOf, standingOf } from './criterionStanding.ts';
import { ruleText } from './ruleText.ts';

const byPeople: ReleaseCriterionView = {
  releaseId: 'one' as ReleaseId,
  id: 'one.1' as ReleaseCriterionId,
  text: 'Notes are written',
  isOpen: true,
  completedAt: null,
  completedBy: null,
  rule: null,
  answer: null,
  override: null,
};
const ruled = (answer: 'met' | 'notMet' | 'pending' | 'noEvidence'): ReleaseCriterionView => ({
  ...byPeople,
  rule: runsRule,
  answer: { answer, reason: '', evidence: [], position: null },
});
const overridden: ReleaseCriterionView = {
  ...ruled('notMet'),
  override: { reason: 'Behind a flag', overriddenBy: null, overriddenAt: '2026-11-29T10:00:00Z' },
};

describe('how a criterion stands', () => {
  it.each([
    [byPeople, 'toComplete'],
    [{ ...byPeople, completedAt: '2026-11-29T10:00:00Z' }, 'completed'],
    [ruled('met'), 'met'],
    [ruled('pending'), 'pending'],
    [{ ...ruled('met'), answer: null }, 'noEvidence'],
    [overridden, 'overridden'],
  ] as const)('follows from people, its rule and an override (%#)', (criterion, standing) => {
    expect(standingOf(criterion)).toBe(standing);
  });

  it('groups criteria, the worst first', () => {
    const groups = groupsOf([ruled('met'), byPeople, ruled('noEvidence'), ruled('notMet'), ruled('met')]);
    expect(groups.map(({ standing, criteria }) => [standing, criteria.length])).toEqual([
      ['notMet', 1],
      ['noEvidence', 1],
      ['toComplete', 1],
      ['met', 2],
    ]);
  });
});

describe('the bar of a release', () => {
  it('has what is done first, and what is to be completed as its rest', () => {
    const completed = { ...byPeople, completedAt: '2026-11-29T10:00:00Z' };
    const criteria = [ruled('met'), completed, overridden, ruled('notMet'), ruled('noEvidence'), byPeople];
    const shown = segmentsOf(criteria).filter(({ count }) => count > 0);
    expect(shown.map(({ shape, label }) => [shape, label])).toEqual([
      ['pass', '2 met or completed'],
      ['ignored', '1 overridden'],
      ['notRun', '1 without evidence'],
      ['fail', '1 not met'],
    ]);
  });
});

describe('a rule in words', () => {
  it.each([
    [runsRule, 'Runs of the shipped versions passed'],
    [{ ...runsRule, testSuiteName: 'Smoke' }, 'Latest run of Smoke passed'],
    [
      { ...runsRule, environmentName: 'Staging', maxAgeHours: 24 },
      'Runs of the shipped versions passed · in Staging · at most 24 h ago',
    ],
    [
      { ...runsRule, kind: 'planPasses' as const, testPlanName: 'Gate' },
      'Latest run of Gate on the shipped versions passed',
    ],
    [
      { ...runsRule, kind: 'nothingNewlyFlaky' as const, environmentName: 'Staging' },
      'No test has become flaky since the last Go · in Staging',
    ],
  ])('names what it asks for (%#)', (asked, text) => {
    expect(ruleText(asked)).toBe(text);
  });
});
