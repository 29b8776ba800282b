import { listedIn } from '@assay/application';
import type { Api } from '../api.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';

/** How a domain may look; `example.org`, not `@example.org` or a pattern. */
const domain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * @returns the domains that `ASSAY_PROVIDER_DOMAINS` lists, in lower case; by default none
 * @throws RangeError that names what is no domain
 */
export function providerDomainsOf(env: NodeJS.ProcessEnv): ReadonlySet<string> {
  const listed = listedIn(env.ASSAY_PROVIDER_DOMAINS).map((each) => each.toLowerCase());
  for (const each of listed) {
    if (!domain.test(each)) {
      throw new RangeError(`ASSAY_PROVIDER_DOMAINS must list domains such as example.org, not '${each}'.`);
    }
  }
  return new Set(listed);
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * People of the provider of the service are not offered to the people whom it serves. Administrators are told of
 * everybody all the same, because they answer for who has rights in their account; so are people of the provider.
 * @returns whether the caller is shown whoever has the address
 */
export async function shownTo(
  { readModels, config: { providerDomains } }: Pick<Api, 'readModels' | 'config'>,
  caller: Member | ApiKeyCaller,
): Promise<(person: { email: string }) => boolean> {
  const isOfProvider = ({ email }: { email: string }) => providerDomains.has(domainOf(email));
  const isOfCustomer = (person: { email: string }) => !isOfProvider(person);
  if (providerDomains.size === 0) return () => true;
  // Keys allow what users may see, whoever has them.
  if (caller.kind === 'apiKey') return isOfCustomer;
  if (caller.role === 'ADMIN') return () => true;
  const person = (await readModels.persons([caller.userId])).get(caller.userId);
  return person && isOfProvider(person) ? () => true : isOfCustomer;
}
