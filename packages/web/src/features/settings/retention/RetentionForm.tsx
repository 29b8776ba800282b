import { type CommandAnswer, formFields, type Retention, type StorageView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { object } from 'yup';
import { useChangeRetentionMutation, useGetStorageQuery } from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { optionalWholeNumber } from '../../../ui/form/fieldSchemas.ts';
import { NumberField } from '../../../ui/form/fields.tsx';
import form from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSeen } from '../../../ui/form/useSeen.ts';
import styles from './retention.module.css';

/** An empty field: for good, or no limit. */
type Values = Record<keyof Retention, number | ''>;

const rules = ['logsDays', 'detailsDays', 'attachmentsDays', 'maximumMegabytes'] as const;
const labels: Record<keyof Retention, string> = {
  logsDays: 'Logs',
  detailsDays: 'Output and stack traces',
  attachmentsDays: 'Screenshots, videos and files',
  maximumMegabytes: 'At most, all together',
};

/** Of an emptied field, a number input gives an empty text. */
const orEmpty = (value: unknown, original: unknown) => (original === '' ? undefined : value);
const days = () => optionalWholeNumber(formFields.retentionDays).transform(orEmpty);
const schema = object({
  logsDays: days(),
  detailsDays: days(),
  attachmentsDays: days(),
  maximumMegabytes: optionalWholeNumber(formFields.retentionMegabytes).transform(orEmpty),
});

function valuesOf(retention: Retention): Values {
  const values = rules.map((rule) => [rule, retention[rule] ?? '']);
  return Object.fromEntries(values) as Values;
}

function requestOf(values: Values): Retention {
  const request = rules.map((rule) => [rule, values[rule] === '' ? null : Number(values[rule])]);
  return Object.fromEntries(request) as Retention;
}

/** How long things are kept, and how large they may become. */
export function RetentionForm({ view }: { view: StorageView }) {
  const [change] = useChangeRetentionMutation();
  const { refetch } = useGetStorageQuery();
  const { seen, setSeen, readNewest } = useSeen({ ...view, id: 'retention' }, async () => {
    const { data } = await refetch();
    return data ? { data: [{ ...data, id: 'retention' }] } : {};
  });
  const save = useSave<Values, CommandAnswer>({
    send: (values) => change({ body: requestOf(values), ifMatch: seen.revision }),
    onSaved: ({ revision }, values, { resetForm }) => {
      setSeen({ ...seen, retention: requestOf(values), revision });
      resetForm({ values });
    },
    shared: {
      noun: 'account',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && valuesOf(newest.retention);
      },
    },
  });
  return (
    <FormSection title="How long">
      <p className={styles.about}>
        An empty field keeps everything. Verdicts, totals, the history of tests and who did what always stay, and so do
        runs that are not finished or that somebody is reviewing. What has gone cannot be brought back.
      </p>
      <Formik<Values> initialValues={valuesOf(seen.retention)} validationSchema={schema} onSubmit={save.submit}>
        {({ dirty, isSubmitting }) => (
          <Form className={form.stack} aria-label="Retention">
            <div className={form.three}>
              {(['logsDays', 'detailsDays', 'attachmentsDays'] as const).map((rule) => (
                <NumberField
                  key={rule}
                  name={rule}
                  label={labels[rule]}
                  placeholder="for good"
                  suffix=" days"
                  allowDecimal={false}
                  thousandSeparator=","
                />
              ))}
            </div>
            <div className={form.three}>
              <NumberField
                name="maximumMegabytes"
                label={labels.maximumMegabytes}
                description="The oldest go first, but nothing of the last day"
                placeholder="no limit"
                suffix=" MB"
                allowDecimal={false}
                thousandSeparator=","
              />
            </div>
            <SaveNotice save={save} />
            <div className={form.actions}>
              <Button type="submit" variant="filled" loading={isSubmitting} disabled={!dirty}>
                Save
              </Button>
              <span className={form.told} role="status">
                {save.state.kind === 'saved' && !dirty ? 'Saved. What is due goes from now on, little by little.' : ''}
              </span>
            </div>
          </Form>
        )}
      </Formik>
    </FormSection>
  );
}
