/** How long specs take: see durations.mjs. */
export function problemsOfDurations(root?: string): string[];
