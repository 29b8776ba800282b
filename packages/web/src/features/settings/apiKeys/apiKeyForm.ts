import { type ApiKeyScope, apiKeyScopes, type CreateApiKeyRequest, formFields, messages } from '@assay/contract';
import { object, string } from 'yup';
import { requiredText } from '../../../ui/form/fieldSchemas.ts';
import { dayAt, endOfDay, isDay } from '../../../ui/format/calendarDays.ts';

/** `expiresAt`: a day of the reader's time zone, `YYYY-MM-DD`; empty: never. */
export type ApiKeyForm = { name: string; scope: ApiKeyScope; expiresAt: string };

export const emptyApiKey: ApiKeyForm = { name: '', scope: 'CI', expiresAt: '' };

export const apiKeyFormSchema = object({
  name: requiredText(formFields.name),
  scope: string().oneOf(apiKeyScopes).required(messages.blank),
  expiresAt: string().test('inFuture', messages.notInFuture, (day) => !day || !isDay(day) || day >= dayAt(Date.now())),
});

export function apiKeyRequestOf({ name, scope, expiresAt }: ApiKeyForm): CreateApiKeyRequest {
  return { name: name.trim(), scope, expiresAt: expiresAt === '' ? null : endOfDay(expiresAt) };
}
