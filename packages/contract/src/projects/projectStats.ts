import { type Static, Type } from 'typebox';
import { Nullable, Time } from '../ids.ts';

export const uniqueDiffTypes = ['increase', 'decrease', 'same'] as const;

/** Compares the last 30 days with the 30 days before them. Days are UTC days and include today. */
export const ProjectStats = Type.Object({
  thisMonthUniqueTestsRun: Type.Integer({ minimum: 0, description: 'tests that were run, each once' }),
  lastMonthUniqueTestsRun: Type.Integer({ minimum: 0 }),
  uniqueDiff: Type.Integer({ minimum: 0, description: 'how many more, or fewer' }),
  uniqueDiffType: Type.Enum(uniqueDiffTypes),
  uniqueDiffText: Type.String(),
  deploysInLastThirtyDays: Type.Integer({ minimum: 0 }),
  lastDeployment: Nullable(Time),
});
export type ProjectStats = Static<typeof ProjectStats>;

/** @returns how the number of tests changed, as a number and in words. */
export function uniqueDiffOf(
  now: number,
  before: number,
): Pick<ProjectStats, 'uniqueDiff' | 'uniqueDiffType' | 'uniqueDiffText'> {
  const uniqueDiff = Math.abs(now - before);
  if (uniqueDiff === 0) {
    return { uniqueDiff, uniqueDiffType: 'same', uniqueDiffText: 'as many as in the 30 days before' };
  }
  const uniqueDiffType = now > before ? 'increase' : 'decrease';
  const compared = now > before ? 'more' : 'fewer';
  return { uniqueDiff, uniqueDiffType, uniqueDiffText: `${uniqueDiff} ${compared} than in the 30 days before` };
}
