import { formFields, type TeamRequest, type TeamView } from '@assay/contract';
import { object } from 'yup';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

export type TeamForm = { name: string; description: string; email: string; slackChannel: string };

export const teamFormSchema = object({
  name: requiredText(formFields.teamName),
  description: optionalText(formFields.description),
  email: optionalText(formFields.email),
  slackChannel: optionalText(formFields.slackChannel),
});

/** @returns the form of a team, or of a new one. */
export function formOfTeam(team: TeamView | null): TeamForm {
  const { name = '', description, email, slackChannel } = team ?? {};
  return { name, description: description ?? '', email: email ?? '', slackChannel: slackChannel ?? '' };
}

/** @returns the request for a team: trimmed, with empty fields as null. */
export function teamRequestOf({ name, description, email, slackChannel }: TeamForm): TeamRequest {
  return {
    name: name.trim(),
    description: description.trim() || null,
    email: email.trim() || null,
    slackChannel: slackChannel.trim() || null,
  };
}
