import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

export const minute = 60_000;

/** The time that has passed in a test of a spec, and whether its tab is in view; each test begins with none, in view. */
export function passingTime(): { passed: number; comesIntoView: (is: DocumentVisibilityState) => void } {
  const realNow = Date.now;
  let visibility: DocumentVisibilityState = 'visible';
  const time = {
    /** Milliseconds. */
    passed: 0,
    comesIntoView: (is: DocumentVisibilityState) => {
      visibility = is;
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    },
  };
  beforeEach(() => {
    time.passed = 0;
    visibility = 'visible';
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + time.passed);
    jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  });
  afterEach(() => jest.restoreAllMocks());
  return time;
}

/** @returns the keys under which looks at screens are kept in the browser */
export const keysOfLooks = () => Object.keys(localStorage).filter((key) => key.startsWith('assay.looks.'));
