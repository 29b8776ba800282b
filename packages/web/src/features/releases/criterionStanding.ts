import type { CriterionAnswer, ReleaseCriterionView } from '@assay/contract';
import type { Segment } from '../../ui/SegmentedBar.tsx';
import type { Shape } from '../../ui/StatusShape.tsx';

/** How a criterion stands, the worst first. */
export const standings = ['notMet', 'pending', 'noEvidence', 'toComplete', 'overridden', 'met', 'completed'] as const;
export type Standing = (typeof standings)[number];

/** As which group the criteria are shown, and by which shape. */
export const standingTexts: Record<Standing, { title: string; shape: Shape; note?: string }> = {
  notMet: { title: 'Not met', shape: 'fail' },
  pending: { title: 'In progress', shape: 'running' },
  noEvidence: { title: 'No evidence', shape: 'notRun', note: 'never counts as met' },
  toComplete: { title: 'To complete', shape: 'pending' },
  overridden: { title: 'Overridden', shape: 'ignored' },
  met: { title: 'Met', shape: 'pass' },
  completed: { title: 'Completed', shape: 'pass' },
};

/** What tells how a criterion stands. */
type Standable = {
  rule: object | null;
  answer: Pick<CriterionAnswer, 'answer'> | null;
  override: object | null;
  completedAt: string | null;
};

export function standingOf({ rule, answer, override, completedAt }: Standable): Standing {
  if (rule === null) return completedAt === null ? 'toComplete' : 'completed';
  if (override !== null) return 'overridden';
  return answer?.answer ?? 'noEvidence';
}

/** @returns the criteria by how they stand, the worst first; no empty group */
export function groupsOf(criteria: readonly ReleaseCriterionView[]) {
  return standings.flatMap((standing) => {
    const found = criteria.filter((criterion) => standingOf(criterion) === standing);
    return found.length === 0 ? [] : [{ standing, criteria: found }];
  });
}

/** @returns the segments of a bar, what is done first; what is to be completed is its empty rest */
export function segmentsOf(criteria: readonly ReleaseCriterionView[]): Segment[] {
  const count = (...wanted: readonly Standing[]) =>
    criteria.filter((criterion) => wanted.includes(standingOf(criterion))).length;
  const segment = (shape: Shape, label: string, found: number): Segment => ({
    shape,
    count: found,
    label: `${found} ${label}`,
  });
  return [
    segment('pass', 'met or completed', count('met', 'completed')),
    segment('ignored', 'overridden', count('overridden')),
    segment('running', 'in progress', count('pending')),
    segment('notRun', 'without evidence', count('noEvidence')),
    segment('fail', 'not met', count('notMet')),
  ];
}
