import { type AuthorizationRequest, type AuthorizationView, formFields, messages } from '@assay/contract';
import { object, string } from 'yup';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

export type JiraForm = { deployment: 'Cloud' | 'DataCenter'; identifier: string; email: string; token: string };

export function jiraFormOf(connected: AuthorizationView | null): JiraForm {
  return { deployment: 'Cloud', identifier: connected?.identifier ?? '', email: '', token: '' };
}

const address = { ...formFields.url, 'x-texts': { ...formFields.url['x-texts'], blank: messages.invalidUrl } };
const email = requiredText({ ...formFields.jiraEmail });

export const jiraFormSchema = object({
  identifier: requiredText(address),
  token: requiredText(formFields.authorizationToken),
  email: string().when('deployment', ([deployment]) =>
    deployment === 'Cloud' ? email : optionalText(formFields.jiraEmail),
  ),
});

/** Jira Data Center is recognized by a token without an email address. */
export function jiraRequestOf({ deployment, identifier, email: of, token }: JiraForm): AuthorizationRequest {
  return {
    provider: 'Jira',
    identifier: identifier.trim(),
    token: token.trim(),
    ...(deployment === 'Cloud' && { email: of.trim() }),
  };
}
