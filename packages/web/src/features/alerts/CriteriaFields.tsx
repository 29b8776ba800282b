import { type AlertEventType, alertEventLabels, alertEvents, alertSends, isTrouble, limits } from '@assay/contract';
import { Button } from '@mantine/core';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import {
  useListEnvironmentsQuery,
  useListPipelineStagesQuery,
  useListProjectsQuery,
  useListTestSuitesQuery,
} from '../../connection/serviceHooks.ts';
import { NumberField, SelectField, TagsField, TextField } from '../../ui/form/fields.tsx';
import { type AlertForm, withAlertProject, withEvent } from './alertForm.ts';
import styles from './alerts.module.css';
import { sendLabels } from './alertTexts.ts';

const events = alertEvents.map((value) => ({ value, label: alertEventLabels[value] }));

type Optional = 'pipelineStageId' | 'testSuiteId' | 'tags' | 'testName' | 'minPercent' | 'inARow';
const optionalLabels: Record<Optional, string> = {
  pipelineStageId: 'Stage',
  testSuiteId: 'Suite',
  tags: 'Tags',
  testName: 'Test name',
  minPercent: 'Percentage',
  inARow: 'Runs in a row',
};
const optional = Object.keys(optionalLabels) as Optional[];

function isSet(form: AlertForm, field: Optional): boolean {
  if (field === 'inARow') return form.inARow !== 1;
  if (field === 'minPercent') return form.minPercent !== 0;
  return form[field].length > 0;
}

/** Which runs the alert is about, and when it is sent. What is rarely asked for is added by its name. */
export function CriteriaFields() {
  const { values, setValues } = useFormikContext<AlertForm>();
  const [added, setAdded] = useState<readonly Optional[]>(() => optional.filter((field) => isSet(values, field)));
  const { data: projects = [] } = useListProjectsQuery();
  const { data: environments = [] } = useListEnvironmentsQuery();
  const sends = alertSends
    .filter((value) => value !== 'firstFailure' || isTrouble(values.eventType))
    .map((value) => ({ value, label: sendLabels[value] }));
  const isWanted = (field: Optional) =>
    added.includes(field) || isSet(values, field) || (field === 'testName' && values.eventType === 'TESTRUN_MATCHES');
  const left = optional.filter((field) => !isWanted(field));
  const namesOf = (things: readonly { id: string; name: string }[]) =>
    things.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <section className={styles.section} aria-label="Criteria">
      <h3 className={styles.label}>Criteria</h3>
      <div className={styles.fields}>
        <SelectField
          name="eventType"
          label="Event"
          allowDeselect={false}
          data={events}
          onPick={(event) => void setValues(withEvent(values, event as AlertEventType))}
        />
        <SelectField name="send" label="Send" allowDeselect={false} data={sends} />
        <NumberField
          name="minCount"
          label={values.eventType === 'TESTRUN_FLAKY' ? 'At least, flaky tests' : 'At least, failed tests'}
        />
        <SelectField
          name="projectId"
          label="Project"
          placeholder="any project"
          clearable
          searchable={projects.length > 8}
          data={namesOf(projects)}
          onPick={(projectId) => void setValues(withAlertProject(values, projectId ?? ''))}
        />
        <SelectField
          name="environmentId"
          label="Environment"
          placeholder="any environment"
          clearable
          searchable={environments.length > 8}
          data={namesOf(environments)}
        />
        <TagsField
          name="branches"
          label="Branches"
          placeholder={values.branches.length === 0 ? 'any; release/* for many' : ''}
          maxTags={limits.alertBranches}
          clearable
        />
        {isWanted('pipelineStageId') && <StageField />}
        {isWanted('testSuiteId') && <SuiteField />}
        {isWanted('tags') && <TagsField name="tags" label="Tags, any of them" clearable />}
        {isWanted('testName') && <TextField name="testName" label="Name of a failed test contains" />}
        {isWanted('minPercent') && <NumberField name="minPercent" label="At least, percent of the tests" />}
        {isWanted('inARow') && <NumberField name="inARow" label="Runs in a row, at least" />}
        {left.length > 0 && (
          <div className={styles.more}>
            {left.map((field) => (
              <Button key={field} size="compact-xs" className={styles.add} onClick={() => setAdded([...added, field])}>
                {optionalLabels[field]}
              </Button>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

function StageField() {
  const { data: stages = [] } = useListPipelineStagesQuery();
  return (
    <SelectField
      name="pipelineStageId"
      label="Stage"
      placeholder="any stage"
      clearable
      data={stages.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function SuiteField() {
  const { values } = useFormikContext<AlertForm>();
  const { data: suites = [] } = useListTestSuitesQuery();
  const { data: projects = [] } = useListProjectsQuery();
  const offered = suites.filter(({ projectId }) => values.projectId === '' || projectId === values.projectId);
  const projectOf = (id: string) => projects.find((project) => project.id === id)?.name ?? '';
  return (
    <SelectField
      name="testSuiteId"
      label="Suite"
      placeholder="any suite"
      clearable
      searchable={offered.length > 8}
      data={offered.map(({ id, name, projectId }) => ({
        value: id,
        label: values.projectId === '' ? `${projectOf(projectId)}: ${name}` : name,
      }))}
    />
  );
}
