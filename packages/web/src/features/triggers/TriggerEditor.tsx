import {
  type CommandAnswer,
  type EnvironmentView,
  type ProjectView,
  startsTestPlan,
  type TriggerView,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Formik } from 'formik';
import { useNavigate, useSearchParams } from 'react-router';
import { useMaximumRunners, useMay } from '../../connection/currentUser.ts';
import {
  useArchiveTriggerMutation,
  useChangeTriggerMutation,
  useCreateTriggerMutation,
  useListTriggersQuery,
} from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { Form } from '../../ui/form/Form.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { useSeen } from '../../ui/form/useSeen.ts';
import { showFailure } from '../../ui/showFailure.ts';
import { OverlapFields } from './OverlapFields.tsx';
import { PlanFields } from './PlanFields.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';
import { StartFields } from './StartFields.tsx';
import { TestFields } from './TestFields.tsx';
import {
  formOfTrigger,
  type TriggerForm,
  triggerFormSchema,
  triggerRequestOf,
  withProject,
  withWhat,
} from './triggerForm.ts';
import styles from './triggers.module.css';
import { useFixedField } from './useFixedField.ts';
import { WhatChoice } from './WhatChoice.tsx';
import { WhatFields } from './WhatFields.tsx';

type Props = {
  /** Null: a new one. */
  trigger: TriggerView | null;
  projects: readonly ProjectView[];
  environments: readonly EnvironmentView[];
};

export function TriggerEditor({ trigger, projects, environments }: Props) {
  const mayWrite = useMay('trigger.write');
  const maximumRunners = useMaximumRunners();
  const [create] = useCreateTriggerMutation();
  const [change] = useChangeTriggerMutation();
  const [archive] = useArchiveTriggerMutation();
  const { refetch } = useListTriggersQuery();
  const { seen, readNewest } = useSeen(trigger, refetch);
  const navigate = useNavigate();
  const path = useAccountPath();
  const save = useSave<TriggerForm, CommandAnswer>({
    send: (form) => {
      const body = triggerRequestOf(form, seen);
      return seen === null ? create({ body }) : change({ params: { id: seen.id }, body, ifMatch: seen.revision });
    },
    onSaved: () => navigate(path('triggers')),
    shared: {
      noun: 'trigger',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfTrigger(newest);
      },
    },
  });

  function askToDelete({ id, name }: TriggerView): void {
    modals.openConfirmModal({
      title: `Delete ${name}?`,
      children: 'It starts nothing any more. Its runs stay.',
      labels: { confirm: `Delete ${name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await archive({ params: { id } });
        if (error) showFailure(error);
        else await navigate(path('triggers'));
      },
    });
  }

  const [search] = useSearchParams();
  useFixedField();
  return (
    <Formik<TriggerForm>
      initialValues={seen === null ? newForm(projects, maximumRunners, search.get('testPlan')) : formOfTrigger(seen)}
      validationSchema={triggerFormSchema(maximumRunners, () => new Date())}
      onSubmit={save.submit}
    >
      {({ values, dirty, isSubmitting }) => {
        const project = projects.find(({ id }) => id === values.projectId);
        return (
          <Form className={styles.editor} aria-label="Trigger">
            <div className={styles.form}>
              <section className={styles.section} aria-label="What is run">
                <WhatChoice disabled={!mayWrite} />
                {startsTestPlan(values.type) ? (
                  <PlanFields disabled={!mayWrite} />
                ) : (
                  <>
                    <WhatFields projects={projects} environments={environments} disabled={!mayWrite} />
                    <TestFields project={project} disabled={!mayWrite} />
                  </>
                )}
              </section>
              <section className={styles.section} aria-label="When it starts">
                <StartFields projects={projects} disabled={!mayWrite} />
              </section>
              {values.type !== 'now' && (
                <section className={styles.section} aria-label="If the previous run is still running">
                  <OverlapFields disabled={!mayWrite} />
                </section>
              )}
              <SaveNotice save={save} />
              <div className={styles.actions}>
                <Button
                  type="submit"
                  variant="filled"
                  loading={isSubmitting}
                  disabled={!mayWrite || (trigger !== null && !dirty)}
                >
                  Save
                </Button>
                <span className={styles.hint}>
                  {mayWrite
                    ? 'Takes effect from the next time on; nothing past is started.'
                    : 'Only administrators change triggers.'}
                </span>
                {trigger !== null && mayWrite && (
                  <Button color="red" variant="subtle" onClick={() => askToDelete(trigger)}>
                    Delete trigger
                  </Button>
                )}
              </div>
            </div>
            <SchedulePanel trigger={trigger} disabled={!mayWrite} />
          </Form>
        );
      }}
    </Formik>
  );
}

/** @param testPlanId of the plan that a new trigger is made for */
function newForm(projects: readonly ProjectView[], maximumRunners: number, testPlanId: string | null): TriggerForm {
  const blank = formOfTrigger(null);
  if (testPlanId !== null) return { ...withWhat(blank, 'testPlan'), testPlanId };
  return withProject(blank, projects.length === 1 ? projects[0] : undefined, maximumRunners);
}
