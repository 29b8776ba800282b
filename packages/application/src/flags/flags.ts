import { text } from 'node:stream/consumers';
import { AnswerCache } from '@assay/concurrency';
import { type AccountView, accountFlags } from '@assay/contract';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { type EvaluationContext, InMemoryProvider, OpenFeature, type Provider } from '@openfeature/server-sdk';
import type { FlagSettings } from './flagSettings.ts';

/** The limit in the specification; a slower service is ignored. */
const patienceMs = 1_000;
/** Decisions for an account are cached for this long, so that calls do not each wait for the service. */
const keptMs = 30_000;
const remembered = 10_000;

/** Which flags are on for an account: its plan says so, unless the operator or their flag service does. */
export type Flags = {
  /** @returns the names of those that are on. Never fails: without an answer the plan counts. */
  of(account: Flagged): Promise<string[]>;
};

/** Queries the service; its answers are those of Node's own fetch. */
type FlagFetch = (
  url: string,
  init: { method: string; headers: [string, string][]; body: string | null; signal: AbortSignal },
) => Promise<Pick<Response, 'status'>>;

type Flagged = Pick<AccountView, 'id' | 'name' | 'currentPlan' | 'legacyPlan' | 'flags'>;

/** Applies the operator's settings for all accounts. */
function inMemory({ set }: FlagSettings): Provider {
  const configured = [...set].map(([flag, on]) => [
    flag,
    { disabled: false, variants: { on: true, off: false }, defaultVariant: on ? 'on' : 'off' },
  ]);
  return new InMemoryProvider(Object.fromEntries(configured));
}

function ofService(baseUrl: string, fetch: FlagFetch): Provider {
  return new OFREPProvider({
    baseUrl,
    // It makes requests of Node's own kind, which another fetch does not take.
    fetchImplementation: async (input: string | URL | Request, init?: RequestInit) => {
      const { url, method, headers, body } = new Request(input, init);
      const sent = { method, headers: [...headers.entries()], body: body && (await text(body)) };
      return (await fetch(url, { ...sent, signal: AbortSignal.timeout(patienceMs) })) as Response;
    },
  });
}

/**
 * @param fetch through the proxies of the environment
 * @param told of flags that could not be asked for, once for each account and time
 * @param now milliseconds
 */
export function openFlags(
  settings: FlagSettings,
  fetch: FlagFetch,
  told: (reason: string) => void,
  now: () => number = () => performance.now(),
): Flags {
  // A separate provider each, because tests run several services in one process.
  const domain = `assay-${domains++}`;
  const { serviceUrl, set } = settings;
  const asked = accountFlags.filter((flag) => serviceUrl !== null || set.has(flag));
  OpenFeature.setProvider(domain, serviceUrl === null ? inMemory(settings) : ofService(serviceUrl, fetch));
  const client = OpenFeature.getClient(domain);
  const decided = new AnswerCache({ maxSize: remembered, now });

  async function decide(account: Flagged): Promise<string[]> {
    const { id, name, currentPlan, legacyPlan } = account;
    const context: EvaluationContext = { targetingKey: id, accountName: name, tier: currentPlan, legacyPlan };
    const on = await Promise.all(
      accountFlags.map(async (flag) => {
        const byPlan = account.flags.includes(flag);
        if (!asked.includes(flag)) return byPlan;
        const { value, errorCode, errorMessage } = await client.getBooleanDetails(flag, byPlan, context);
        // A service need not know every flag.
        if (errorCode && errorCode !== 'FLAG_NOT_FOUND') told(`${flag}: ${errorMessage ?? errorCode}`);
        return value;
      }),
    );
    return accountFlags.filter((_, index) => on[index]);
  }

  return {
    of: (account) => {
      const key = JSON.stringify([account.id, account.name, account.currentPlan, account.legacyPlan, account.flags]);
      return decided.get(key, keptMs, () => decide(account));
    },
  };
}

/** Decides by each account's plan alone. */
export const planFlags: Flags = { of: async ({ flags }) => [...flags] };

let domains = 0;
