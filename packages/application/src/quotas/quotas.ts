/** What each account may have and do. The operator sets it, for all accounts alike. */
export type Quotas = {
  /** Calls of people and API keys; those of agents do not count. */
  requestsPerMinute: number;
  projects: number;
  environments: number;
  agentTokens: number;
  /** Runs that have not finished. */
  openRuns: number;
};

/** More than a company needs; they stop what runs away. */
const usual: Quotas = {
  requestsPerMinute: 60_000,
  projects: 1_000,
  environments: 1_000,
  agentTokens: 500,
  openRuns: 1_000,
};

const variables: Readonly<Record<keyof Quotas, string>> = {
  requestsPerMinute: 'ASSAY_QUOTA_REQUESTS',
  projects: 'ASSAY_QUOTA_PROJECTS',
  environments: 'ASSAY_QUOTA_ENVIRONMENTS',
  agentTokens: 'ASSAY_QUOTA_AGENT_TOKENS',
  openRuns: 'ASSAY_QUOTA_RUNS',
};

/** @throws RangeError naming a variable that is no positive whole number */
export function quotasOf(env: NodeJS.ProcessEnv): Quotas {
  const quotas = { ...usual };
  for (const [quota, variable] of Object.entries(variables) as [keyof Quotas, string][]) {
    const given = env[variable];
    if (!given) continue;
    quotas[quota] = Number(given);
    if (!Number.isSafeInteger(quotas[quota]) || quotas[quota] < 1) {
      throw new RangeError(`${variable} must be a whole number from 1, not '${given}'.`);
    }
  }
  return quotas;
}
