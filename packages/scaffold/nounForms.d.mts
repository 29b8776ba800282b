export type Spellings = {
  /** testRun */
  camel: string;
  /** TestRun */
  pascal: string;
  /** test run */
  text: string;
  /** Test run */
  sentence: string;
  /** Test Run */
  title: string;
  /** test-run */
  kebab: string;
};
export type NounForms = { one: Spellings; many: Spellings };
export function nounForms(noun: string, plural?: string): NounForms;
export function filledIn(text: string, forms: NounForms): string;
export function ambiguousIdentifier(text: string, forms: NounForms): string | null;
