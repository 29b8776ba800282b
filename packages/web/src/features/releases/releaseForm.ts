import { type ChangeReleaseRequest, formFields, type ReleaseView } from '@assay/contract';
import { object } from 'yup';
import { changedFields } from '../../ui/form/changedFields.ts';
import { optionalText, requiredText } from '../../ui/form/fieldSchemas.ts';

export type ReleaseForm = {
  title: string;
  description: string;
  /** `2026-11-26`; empty: none. */
  proposedReleaseDate: string;
  actualReleaseDate: string;
};

type Settings = Required<Omit<ChangeReleaseRequest, 'decision' | 'reason'>>;

export const releaseFormSchema = object({
  title: requiredText(formFields.releaseTitle),
  description: optionalText(formFields.description),
  proposedReleaseDate: optionalText(formFields.day),
  actualReleaseDate: optionalText(formFields.day),
});

/** @param release null: a new one */
export function formOfRelease(release: ReleaseView | null): ReleaseForm {
  return {
    title: release?.title ?? '',
    description: release?.description ?? '',
    proposedReleaseDate: release?.proposedReleaseDate ?? '',
    actualReleaseDate: release?.actualReleaseDate ?? '',
  };
}

/** @returns all fields, trimmed; an empty one is null */
export function settingsOf({ title, description, proposedReleaseDate, actualReleaseDate }: ReleaseForm): Settings {
  return {
    title: title.trim(),
    description: description.trim() || null,
    proposedReleaseDate: proposedReleaseDate || null,
    actualReleaseDate: actualReleaseDate || null,
  };
}

/** @returns only the changed fields */
export function releaseChangeOf(form: ReleaseForm, before: ReleaseView): ChangeReleaseRequest {
  return changedFields(settingsOf(form), settingsOf(formOfRelease(before)));
}
