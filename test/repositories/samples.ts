import { frameworkSamples } from './frameworkSamples.ts';
import { nodeSamples } from './nodeSamples.ts';
import { pythonSamples } from './pythonSamples.ts';
import type { SampleRepository } from './sampleRepository.ts';
import { workspaceSamples } from './workspaceSamples.ts';

/** Small repositories of the kinds that are public. */
export const samples: readonly SampleRepository[] = [
  ...nodeSamples,
  ...workspaceSamples,
  ...pythonSamples,
  ...frameworkSamples,
];
