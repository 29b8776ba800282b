import {
  type AuthorizationRequest,
  defaultAddressOf,
  formFields,
  messages,
  type SingleProvider,
} from '@assay/contract';
import { object } from 'yup';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

export type IntegrationForm = { token: string; identifier: string };

export function emptyIntegration(provider: SingleProvider): IntegrationForm {
  return { token: '', identifier: defaultAddressOf(provider) ?? '' };
}

export function integrationFormSchema(provider: SingleProvider) {
  const token = requiredText(formFields.authorizationToken);
  if (provider === 'Slack') return object({ token, identifier: optionalText(formFields.authorizationIdentifier) });
  const address =
    defaultAddressOf(provider) === null
      ? requiredText({ ...formFields.url, 'x-texts': { ...formFields.url['x-texts'], blank: messages.invalidUrl } })
      : optionalText(formFields.url);
  return object({ token, identifier: address });
}

export function authorizationRequestOf(
  provider: SingleProvider,
  { token, identifier }: IntegrationForm,
): AuthorizationRequest {
  const named = identifier.trim();
  return { provider, token: token.trim(), ...(named === '' ? {} : { identifier: named }) };
}
