/** The marks that are one stroke, as paths in a box of 14 by 14. */
export const statusStrokes = {
  pass: 'M2.5 7.5 5.6 10.6 11.5 3.9',
  fail: 'M3.2 3.2 10.8 10.8M10.8 3.2 3.2 10.8',
  flaky: 'M1.2 7.9C2.6 3.6 4.4 3.6 5.6 7c1.2 3.4 3 3.4 4.2 0 .8-2.3 1.9-3 3-1.7',
  ignored: 'M2.8 7h8.4',
  running: 'M7 2a5 5 0 0 1 5 5',
} as const;
