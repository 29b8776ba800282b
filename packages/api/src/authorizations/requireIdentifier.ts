import { InvalidFields } from '@assay/application';
import { defaultAddressOf, formFields, messages, type TokenProvider } from '@assay/contract';

const url = new RegExp(formFields.url.pattern, 'u');

/**
 * @returns how the service is told apart: a name for a workspace, the address of an API or of a git service
 * @throws InvalidFields for an address that is none
 */
export function requireIdentifier(provider: TokenProvider, given: string): string {
  if (provider === 'Slack') return given || provider;
  const address = given || (defaultAddressOf(provider) ?? '');
  if (!url.test(address) || !URL.canParse(address)) {
    throw new InvalidFields({ field: 'identifier', message: messages.invalidUrl });
  }
  return address;
}
