import { type AuthorizationRequest, formFields, opsgenieApi, type TokenProvider } from '@assay/contract';
import { object } from 'yup';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

export type IntegrationForm = { token: string; identifier: string };

export function emptyIntegration(provider: TokenProvider): IntegrationForm {
  return { token: '', identifier: provider === 'OpsGenie' ? opsgenieApi : '' };
}

export function integrationFormSchema(provider: TokenProvider) {
  const identifier = provider === 'OpsGenie' ? formFields.url : formFields.authorizationIdentifier;
  return object({ token: requiredText(formFields.authorizationToken), identifier: optionalText(identifier) });
}

export function authorizationRequestOf(
  provider: TokenProvider,
  { token, identifier }: IntegrationForm,
): AuthorizationRequest {
  const named = identifier.trim();
  return { provider, token: token.trim(), ...(named === '' ? {} : { identifier: named }) };
}
