import { type CriterionRuleKind, criterionRuleKinds, formFields } from '@assay/contract';
import { useFormikContext } from 'formik';
import {
  useListEnvironmentsQuery,
  useListProjectsQuery,
  useListTestPlansQuery,
  useListTestSuitesQuery,
} from '../../connection/serviceHooks.ts';
import { CheckboxField, NumberField, SelectField, TextField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';
import { ruleKindTexts } from './ruleText.ts';
import type { TemplateForm } from './templateForm.ts';

const searchableFrom = 8;

const tellings: Record<CriterionRuleKind, string> = {
  runsPass: 'Runs of the commit that a release ships answer it.',
  planPasses:
    'The newest run of the plan on the commits that a release ships answers it: all of its suites have to pass.',
  nothingNewlyFlaky:
    'Tests of the shipped projects that have become flaky since the last Go answer it, save for quarantined ones.',
  noOpenIssues: 'Jira answers it, asked every 5 minutes and at the decision. {release} is the title of the release.',
};

/** Which rule answers a criterion. */
export function RuleFields() {
  const { kind } = useFormikContext<TemplateForm>().values;
  return (
    <>
      <SelectField
        name="kind"
        label="Met if"
        allowDeselect={false}
        data={criterionRuleKinds.map((value) => ({ value, label: ruleKindTexts[value] }))}
      />
      {kind === 'runsPass' && <SuiteField />}
      {kind === 'planPasses' && <PlanField />}
      {kind === 'planPasses' && <AgeField />}
      {kind === 'noOpenIssues' && (
        <TextField name="issueQuery" label="JQL" required className="mono" placeholder="fixVersion = {release}" />
      )}
      {(kind === 'runsPass' || kind === 'nothingNewlyFlaky') && (
        <div className={form.pair}>
          <EnvironmentField />
          <AgeField />
        </div>
      )}
      {(kind === 'runsPass' || kind === 'planPasses') && (
        <CheckboxField name="flakyPassesCount" label="Flaky passes count as passed" />
      )}
      <p className={form.told}>{tellings[kind]} Missing, old or incomplete evidence never counts as met.</p>
    </>
  );
}

function SuiteField() {
  const { data: suites = [] } = useListTestSuitesQuery();
  const { data: projects = [] } = useListProjectsQuery();
  const projectOf = (id: string) => projects.find((project) => project.id === id)?.name ?? '';
  return (
    <SelectField
      name="testSuiteId"
      label="Latest run of"
      placeholder="whatever ran of the shipped versions"
      clearable
      searchable={suites.length > searchableFrom}
      data={suites.map(({ id, name, projectId }) => ({ value: id, label: `${projectOf(projectId)}: ${name}` }))}
    />
  );
}

function PlanField() {
  const { data: plans = [] } = useListTestPlansQuery();
  return (
    <SelectField
      name="testPlanId"
      label="Test plan"
      required
      searchable={plans.length > searchableFrom}
      data={plans.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function EnvironmentField() {
  const { data: environments = [] } = useListEnvironmentsQuery();
  return (
    <SelectField
      name="environmentId"
      label="In environment"
      placeholder="any"
      clearable
      searchable={environments.length > searchableFrom}
      data={environments.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function AgeField() {
  return (
    <NumberField
      name="maxAgeHours"
      label="At most hours ago"
      placeholder="any time"
      min={formFields.evidenceAgeHours.minimum}
      max={formFields.evidenceAgeHours.maximum}
      allowDecimal={false}
    />
  );
}
