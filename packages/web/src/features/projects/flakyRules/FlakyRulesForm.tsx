import {
  type CommandAnswer,
  type FlakyRules,
  type FlakyRulesDays,
  flakyRulesDays,
  type ProjectView,
  usualFlakyRules,
} from '@assay/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Formik, useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { useChangeProjectMutation, useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { CheckboxField, NumberField } from '../../../ui/form/fields.tsx';
import form from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSeen } from '../../../ui/form/useSeen.ts';
import styles from './flakyRules.module.css';
import { groups, type RulesForm, rulesOf, rulesSchema } from './flakyRulesForm.ts';
import { RulesTrial } from './RulesTrial.tsx';
import { TrialLine } from './TrialLine.tsx';
import { useRulesTrial } from './useRulesTrial.ts';

/** The rules of a project, which are tried on past runs before they are saved. */
export function FlakyRulesForm({ project }: { project: ProjectView }) {
  const may = useMay('project.write');
  const [change] = useChangeProjectMutation();
  const { refetch } = useListProjectsQuery();
  const { seen, setSeen, readNewest } = useSeen(project, refetch);
  const [days, setDays] = useState<FlakyRulesDays>('30');
  const trial = useRulesTrial(project.id);
  const save = useSave<RulesForm, CommandAnswer>({
    send: (values) =>
      change({ params: { id: project.id }, body: { flakyRules: rulesOf(values) }, ifMatch: seen.revision }),
    onSaved: ({ revision }, values, { resetForm }) => {
      setSeen({ ...seen, flakyRules: rulesOf(values), revision });
      resetForm({ values });
    },
    shared: {
      noun: 'project',
      readNewest: async () => (await readNewest())?.flakyRules ?? null,
    },
  });
  return (
    <>
      <Formik<RulesForm> initialValues={seen.flakyRules} validationSchema={rulesSchema} onSubmit={save.submit}>
        {({ dirty, isSubmitting, isValid, values, setValues }) => (
          <Form className={form.form} aria-label="Rules for flaky tests">
            <LiveTrial days={days} begin={trial.begin} />
            <TrialLine state={trial.state} />
            {groups.map(({ title, about, fields, opinions }) => (
              <FormSection key={title} title={title}>
                <p className={styles.about}>{about(values)}</p>
                {fields.length > 0 && (
                  <div className={styles.rules}>
                    {fields.map(({ rule, label, suffix }) => (
                      <NumberField
                        key={rule}
                        name={rule}
                        label={label}
                        suffix={suffix}
                        allowDecimal={false}
                        disabled={!may}
                      />
                    ))}
                  </div>
                )}
                {opinions && <CheckboxField name="opinions" label="Include these" disabled={!may} />}
              </FormSection>
            ))}
            <p className={styles.about}>
              A test that fails eight times in ten, or the last five times, is broken and not flaky, by any rules.
            </p>
            <SaveNotice save={save} />
            <div className={`${form.actions} ${styles.actions}`}>
              <SegmentedControl
                aria-label="How far to look back"
                size="xs"
                data={flakyRulesDays.map((value) => ({ value, label: `${value} days` }))}
                value={days}
                onChange={(picked) => setDays(flakyRulesDays.find((known) => known === picked) ?? '30')}
              />
              {trial.state.kind === 'trying' ? (
                <Button variant="default" onClick={trial.stop}>
                  Stop
                </Button>
              ) : (
                <Button variant="default" disabled={!isValid} onClick={() => void trial.begin(rulesOf(values), days)}>
                  Test on past runs
                </Button>
              )}
              {may && (
                <>
                  <span className={form.spacer} />
                  <Button variant="subtle" onClick={() => void setValues(usualFlakyRules)}>
                    Reset to defaults
                  </Button>
                  <Button type="submit" variant="filled" loading={isSubmitting} disabled={!dirty}>
                    Save
                  </Button>
                </>
              )}
              <span className={form.told} role="status">
                {save.state.kind === 'saved' && !dirty ? 'Saved. Tests are judged by these rules from now on.' : ''}
              </span>
            </div>
          </Form>
        )}
      </Formik>
      <RulesTrial state={trial.state} />
    </>
  );
}

const typingPause = 600;

/** Tries the rules whenever they are valid and have not changed for a moment. */
function LiveTrial({
  days,
  begin,
}: {
  days: FlakyRulesDays;
  begin: (rules: FlakyRules, days: FlakyRulesDays) => Promise<void>;
}) {
  const { values } = useFormikContext<RulesForm>();
  const wanted = rulesSchema.isValidSync(values) ? JSON.stringify([rulesOf(values), days]) : null;
  const [asked] = useDebouncedValue(wanted, typingPause);
  useEffect(() => {
    if (asked === null) return;
    const [rules, span] = JSON.parse(asked) as [FlakyRules, FlakyRulesDays];
    void begin(rules, span);
  }, [asked, begin]);
  return null;
}
