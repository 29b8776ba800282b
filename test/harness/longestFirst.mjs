// The order of the specs: the longest go first, so that no worker is still at one of them when the others are done.
import TestSequencer from '@jest/test-sequencer';
import { expectedSeconds } from './durations.mjs';

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const secondsOf = expectedSeconds();
    // Jest adds these up for the reporter, and runs a few short specs without workers.
    for (const test of tests) test.duration = secondsOf(test) * 1_000;
    return [...tests].sort((a, b) => b.duration - a.duration || (a.path < b.path ? -1 : 1));
  }
}
