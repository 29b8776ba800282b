import { type ApiKeyScope, apiKeyScopes, type CreateApiKeyRequest, formFields, messages } from '@assay/contract';
import { object, string } from 'yup';
import { requiredText } from '../../../ui/form/fieldSchemas.ts';

/** `expiresAt`: a day of the reader's time zone, `YYYY-MM-DD`; empty: never. */
export type ApiKeyForm = { name: string; scope: ApiKeyScope; expiresAt: string };

export const emptyApiKey: ApiKeyForm = { name: '', scope: 'CI', expiresAt: '' };

/** @returns the last second of a day of the reader's time zone */
function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59`);
}

export const apiKeyFormSchema = object({
  name: requiredText(formFields.name),
  scope: string().oneOf(apiKeyScopes).required(messages.blank),
  expiresAt: string().test('inFuture', messages.notInFuture, (day) => !day || endOfDay(day).getTime() > Date.now()),
});

export function apiKeyRequestOf({ name, scope, expiresAt }: ApiKeyForm): CreateApiKeyRequest {
  return { name: name.trim(), scope, expiresAt: expiresAt === '' ? null : endOfDay(expiresAt).toISOString() };
}
