type Named = { testSuiteName: string | null; environmentName: string | null; maxAgeHours: number | null };

/** @returns what a rule asks for, in words. */
export function ruleText({ testSuiteName, environmentName, maxAgeHours }: Named): string {
  const what = testSuiteName === null ? 'Runs of the shipped versions passed' : `Latest run of ${testSuiteName} passed`;
  const where = environmentName === null ? [] : [`in ${environmentName}`];
  const when = maxAgeHours === null ? [] : [`at most ${maxAgeHours} h ago`];
  return [what, ...where, ...when].join(' · ');
}
