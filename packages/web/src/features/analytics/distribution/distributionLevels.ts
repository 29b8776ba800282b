import { type DistributionCounts, testTypeLabels } from '@assay/contract';

/** The levels of the pyramid, its tip first. */
export const levels = [
  { type: 'END_TO_END', key: 'e2eTestCount', label: testTypeLabels.END_TO_END },
  { type: 'INTEGRATION', key: 'integrationTestCount', label: testTypeLabels.INTEGRATION },
  { type: 'UNIT', key: 'unitTestCount', label: testTypeLabels.UNIT },
] as const;

/** @returns the tests that have a type */
export function sortedOf({ unitTestCount, integrationTestCount, e2eTestCount }: DistributionCounts): number {
  return unitTestCount + integrationTestCount + e2eTestCount;
}

/** @returns the largest level of these pyramids */
export function largestLevel(...all: readonly DistributionCounts[]): number {
  return Math.max(0, ...all.flatMap((counts) => levels.map(({ key }) => counts[key])));
}
