/**
 * Of which results the test is quarantined at the end of their run, in projects that quarantine flaky tests: it failed
 * and passed in the run, and was not quarantined in it.
 */
export const quarantinedByItself = { flaky: true, quarantined: false } as const;

export function isQuarantinedByItself({ flaky, quarantined }: { flaky: boolean; quarantined: boolean }): boolean {
  return flaky === quarantinedByItself.flaky && quarantined === quarantinedByItself.quarantined;
}
