/**
 * What makes a test broken and not flaky: this share of at least so many results failed, or so many in a row. It needs a
 * repair, whatever else is known of it.
 */
export const brokenTest = { share: 0.8, results: 10, inARow: 5 } as const;
