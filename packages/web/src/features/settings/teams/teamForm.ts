import { type TeamRequest, type TeamView, teamFields } from '@assay/contract';
import { object } from 'yup';
import { type FormOf, formOf, formRules, valuesOf } from '../../../ui/form/declaredForm.ts';

export type TeamForm = FormOf<typeof teamFields>;

export const teamFormSchema = object(formRules(teamFields));

/** @returns the form of a team, or of a new one. */
export function formOfTeam(team: TeamView | null): TeamForm {
  return formOf(teamFields, team);
}

/** @returns the request for a team: trimmed, with empty fields as null. */
export function teamRequestOf(form: TeamForm): TeamRequest {
  return valuesOf(teamFields, form);
}
