/** How well groups agree with labels. */
export type Score = { f1: number; purity: number; failures: number };

type Counts = { together: number; found: number; labelled: number; pure: number; failures: number };

const pairs = (count: number) => (count * (count - 1)) / 2;

function tally(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

function countsOf(groups: readonly (readonly string[])[]): Counts {
  const counts: Counts = { together: 0, found: 0, labelled: 0, pure: 0, failures: 0 };
  for (const group of groups) {
    const sizes = [...tally(group).values()];
    counts.together += sizes.reduce((sum, size) => sum + pairs(size), 0);
    counts.found += pairs(group.length);
    counts.pure += Math.max(...sizes);
    counts.failures += group.length;
  }
  for (const size of tally(groups.flat()).values()) counts.labelled += pairs(size);
  return counts;
}

/**
 * Scores the groups of several runs together: F1 over the pairs of failures within each run, and the share of failures
 * that have the most common label of their group.
 * @param runs of each the labels of its groups
 */
export function scoreOf(runs: readonly (readonly (readonly string[])[])[]): Score {
  const sum: Counts = { together: 0, found: 0, labelled: 0, pure: 0, failures: 0 };
  for (const counts of runs.map(countsOf)) {
    for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key];
  }
  const { together, found, labelled, pure, failures } = sum;
  return { f1: (2 * together) / (found + labelled), purity: pure / failures, failures };
}
