import type { ProjectId, ProjectTrialView } from '@assay/contract';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import {
  useCancelProjectTrialMutation,
  useCreateProjectTrialMutation,
  useGetProjectTrialQuery,
} from '../../../connection/serviceHooks.ts';
import { errorsOnFields } from '../../../ui/form/formErrors.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { createRequestOf, type ProjectForm } from '../projectForm.ts';

export type Trial = {
  /** null: nothing has been tried yet. */
  view: ProjectTrialView | null;
  isGoingOn: boolean;
  /** The settings that `view` tries; null before the first. */
  tried: ProjectForm | null;
  /** Why it could not be begun, where that is not at a field. */
  refused: string | null;
  begin: (values: ProjectForm) => Promise<void>;
  cancel: () => Promise<void>;
};

export function isOver({ state }: Pick<ProjectTrialView, 'state'>): boolean {
  return state !== 'waiting' && state !== 'working';
}

/** Tries the settings of the form that this is in. Leaving the page ends a trial that goes on. */
export function useTrial(where: { projectId: ProjectId | null; environment: string | null }): Trial {
  const { setErrors, setTouched, validateForm } = useFormikContext<ProjectForm>();
  const [create, { isLoading: isBeginning }] = useCreateProjectTrialMutation();
  const [cancelTrial] = useCancelProjectTrialMutation();
  const [id, setId] = useState<string | null>(null);
  const [tried, setTried] = useState<ProjectForm | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { currentData } = useGetProjectTrialQuery({ params: { id: id ?? '' } }, { skip: id === null });
  const view = currentData ?? null;
  const isGoingOn = isBeginning || (id !== null && (view === null || !isOver(view)));
  const openId = useRef<string | null>(null);
  openId.current = isGoingOn ? id : null;
  useEffect(
    () => () => {
      if (openId.current !== null) void cancelTrial({ params: { id: openId.current } });
    },
    [cancelTrial],
  );

  async function begin(values: ProjectForm): Promise<void> {
    setRefused(null);
    // A project that is only tried needs no name yet.
    const { name: _name, key: _key, ...wrong } = await validateForm(values);
    if (Object.keys(wrong).length > 0) {
      await setTouched(Object.fromEntries(Object.keys(wrong).map((field) => [field, true])), false);
      setErrors(wrong);
      setRefused('Correct the marked settings first.');
      return;
    }
    const { name, key, ...settings } = createRequestOf(values);
    const { data, error } = await create({ body: { ...settings, ...where } });
    if (data) {
      setTried(values);
      setId(data.id);
      return;
    }
    const { fields, form } = errorsOnFields(error, values);
    await setTouched(Object.fromEntries(Object.keys(fields).map((field) => [field, true])), false);
    setErrors(fields);
    setRefused(form ?? 'Correct the marked settings first.');
  }

  async function cancel(): Promise<void> {
    if (id === null) return;
    const { error } = await cancelTrial({ params: { id } });
    if (error) showFailure(error);
  }

  return { view, isGoingOn, tried, refused, begin, cancel };
}
