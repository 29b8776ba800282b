import type { NounForms } from './nounForms.mjs';

export type Plan = {
  created: { path: string; text: string }[];
  edited: { path: string; text: string; addedLines: number }[];
};
export function planNewThing(root: string, forms: NounForms): Plan;
