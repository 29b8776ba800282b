import type { TestSuiteType, TestSuiteView } from '@assay/contract';

/** @returns a type as people read it: 'EndToEnd' → 'End to end'. */
export function wordsOfType(type: TestSuiteType): string {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const classWords: Record<TestSuiteView['classification'], string | null> = {
  UNIT: 'Unit',
  INTEGRATION: 'Integration',
  END_TO_END: 'End to end',
  UNKNOWN: null,
};

/** @returns what a suite's tests are: its type, and the kind that its name, tags or project tell where the type does not. */
export function kindOfSuite({ type, classification }: Pick<TestSuiteView, 'type' | 'classification'>): string {
  const [chosen, derived] = [wordsOfType(type), classWords[classification]];
  if (derived === null || derived === chosen) return chosen;
  return type === 'Other' ? derived : `${chosen}, ${derived.toLowerCase()}`;
}
