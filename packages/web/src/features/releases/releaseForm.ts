import { type ChangeReleaseRequest, formFields, type ProjectId, type ReleaseView } from '@assay/contract';
import { nanoid } from '@reduxjs/toolkit';
import { array, object, string } from 'yup';
import { changedFields } from '../../ui/form/changedFields.ts';
import { optionalText, requiredText } from '../../ui/form/fieldSchemas.ts';

export type ReleaseForm = {
  title: string;
  description: string;
  /** `2026-11-26`; empty: none. */
  proposedReleaseDate: string;
  actualReleaseDate: string;
  /** `row`: what React identifies it by. */
  ships: { row: string; projectId: string; commit: string }[];
};

type Settings = Required<Omit<ChangeReleaseRequest, 'decision' | 'reason'>>;

export const releaseFormSchema = object({
  title: requiredText(formFields.releaseTitle),
  description: optionalText(formFields.description),
  proposedReleaseDate: optionalText(formFields.day),
  actualReleaseDate: optionalText(formFields.day),
  ships: array(
    object({ projectId: string().required('Select a project'), commit: requiredText(formFields.gitCommit) }),
  ),
});

/** @param release null: a new one */
export function formOfRelease(release: ReleaseView | null): ReleaseForm {
  return {
    title: release?.title ?? '',
    description: release?.description ?? '',
    proposedReleaseDate: release?.proposedReleaseDate ?? '',
    actualReleaseDate: release?.actualReleaseDate ?? '',
    ships: (release?.ships ?? []).map(({ projectId, commit }) => ({ row: nanoid(), projectId, commit })),
  };
}

/** @returns all fields, trimmed; an empty one is null */
export function settingsOf({
  title,
  description,
  proposedReleaseDate,
  actualReleaseDate,
  ships,
}: ReleaseForm): Settings {
  return {
    title: title.trim(),
    description: description.trim() || null,
    proposedReleaseDate: proposedReleaseDate || null,
    actualReleaseDate: actualReleaseDate || null,
    ships: ships.map(({ projectId, commit }) => ({
      projectId: projectId as ProjectId,
      commit: commit.trim().toLowerCase(),
    })),
  };
}

/** @returns only the changed fields */
export function releaseChangeOf(form: ReleaseForm, before: ReleaseView): ChangeReleaseRequest {
  return changedFields(settingsOf(form), settingsOf(formOfRelease(before)));
}
