import { type AuthorizationView, formFields, messages } from '@assay/contract';
import { object } from 'yup';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

export type TeamsChannelForm = { identifier: string; token: string };

export function teamsChannelFormOf(channel: AuthorizationView | null): TeamsChannelForm {
  return { identifier: channel?.identifier ?? '', token: '' };
}

const notUrl = {
  ...formFields.authorizationToken,
  'x-texts': { blank: messages.invalidUrl, pattern: messages.invalidUrl },
};
const isUrl = (text: string) => /^https:/i.test(text) && URL.canParse(text);

/** @param isNew a connected channel keeps its URL unless another one is typed */
export function teamsChannelFormSchema(isNew: boolean) {
  const url = isNew ? requiredText(notUrl) : optionalText(notUrl);
  return object({
    identifier: requiredText({
      ...formFields.authorizationIdentifier,
      minLength: 1,
      'x-texts': { blank: messages.teamsChannelName },
    }),
    token: url.test('url', messages.invalidUrl, (text = '') => (text.trim() === '' ? !isNew : isUrl(text.trim()))),
  });
}
