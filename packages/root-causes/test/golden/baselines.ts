import type { LabelledFailure } from './goldenSet.ts';

/** A way of grouping to compare with. */
export type Baseline = (failures: readonly LabelledFailure[]) => LabelledFailure[][];

/** Equal messages are one group. */
export const exactMessages: Baseline = (failures) => {
  const groups = new Map<string, LabelledFailure[]>();
  for (const failure of failures) {
    const key = failure.error ?? '';
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  return [...groups.values()];
};

const prefixTokens = 2;
const similarity = 0.4;
const anything = '<*>';

type Cluster = { template: string[]; failures: LabelledFailure[] };

/**
 * A template miner after Drain: messages with the same count of tokens and the same first tokens are compared with the
 * templates known so far, and join the most similar one when 40 % of its tokens are equal. A tree of depth 4 has two
 * layers of tokens; tokens with digits are wildcards in it.
 */
export const drainTemplates: Baseline = (failures) => {
  const leaves = new Map<string, Cluster[]>();
  for (const failure of failures) {
    const tokens = (failure.error ?? '').split(/\s+/).filter((token) => token !== '');
    const prefix = tokens.slice(0, prefixTokens).map((token) => (/\d/.test(token) ? anything : token));
    const key = [tokens.length, ...prefix].join('\0');
    const clusters = leaves.get(key) ?? [];
    leaves.set(key, clusters);
    const equal = ({ template }: Cluster) => template.filter((token, index) => token === tokens[index]).length;
    const best = clusters.toSorted((one, other) => equal(other) - equal(one))[0];
    if (best && equal(best) >= similarity * tokens.length) {
      best.template = best.template.map((token, index) => (token === tokens[index] ? token : anything));
      best.failures.push(failure);
    } else clusters.push({ template: tokens, failures: [failure] });
  }
  return [...leaves.values()].flat().map((cluster) => cluster.failures);
};
