import { type CommandAnswer, type TeamView, teamFields } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useChangeTeamMutation, useCreateTeamMutation, useListTeamsQuery } from '../../../connection/serviceHooks.ts';
import { DeclaredInputs } from '../../../ui/form/DeclaredInputs.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import form from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSeen } from '../../../ui/form/useSeen.ts';
import { formOfTeam, type TeamForm, teamFormSchema, teamRequestOf } from './teamForm.ts';
import styles from './teams.module.css';

const { name, description, ...contacts } = teamFields;

/** The form of a team (null: a new one). `onClose` is told which team was saved, if one was. */
export function TeamEditor({ team, onClose }: { team: TeamView | null; onClose: (savedId?: string) => void }) {
  const [create] = useCreateTeamMutation();
  const [change] = useChangeTeamMutation();
  const { refetch } = useListTeamsQuery();
  const { seen, readNewest } = useSeen(team, refetch);
  const save = useSave<TeamForm, CommandAnswer>({
    send: (values) => {
      const body = teamRequestOf(values);
      return seen === null ? create({ body }) : change({ params: { id: seen.id }, body, ifMatch: seen.revision });
    },
    onSaved: ({ id }) => onClose(id),
    shared: {
      noun: 'team',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfTeam(newest);
      },
    },
  });
  return (
    <Formik<TeamForm> initialValues={formOfTeam(seen)} validationSchema={teamFormSchema} onSubmit={save.submit}>
      {({ dirty, isSubmitting }) => (
        <Form className={styles.form} aria-label="Team info">
          <DeclaredInputs fields={{ name, description }} inputs={{ name: { 'data-autofocus': true } }} />
          <div className={form.pair}>
            <DeclaredInputs fields={contacts} />
          </div>
          <SaveNotice save={save} />
          <div className={styles.formActions}>
            <Button onClick={() => onClose()}>Go back</Button>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={team !== null && !dirty}>
              {team === null ? 'Add team' : 'Save'}
            </Button>
          </div>
        </Form>
      )}
    </Formik>
  );
}
