import {
  type CommandAnswer,
  distributionRuleTypeLabels,
  distributionRuleTypes,
  limits,
  type TestDistributionRuleView,
  testTypeLabels,
  testTypes,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useNavigate } from 'react-router';
import {
  useAddTestDistributionRuleMutation,
  useChangeTestDistributionRuleMutation,
  useListProjectsQuery,
  useListTestDistributionRulesQuery,
  useListTestSuitesQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { NumberField, SelectField, TagsField } from '../../../ui/form/fields.tsx';
import styles from '../../../ui/form/form.module.css';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { useSeen } from '../../../ui/form/useSeen.ts';
import {
  type DistributionRuleForm,
  distributionRuleFormSchema,
  distributionRuleRequestOf,
  formOfDistributionRule,
} from './distributionRuleForm.ts';
import { useDeleteRule } from './useDeleteRule.ts';

type Props = { rule: TestDistributionRuleView | null; rules: readonly TestDistributionRuleView[] };

/** The form of a rule (null: a new one), beside all there are. */
export function DistributionRuleEditor({ rule, rules }: Props) {
  const [add] = useAddTestDistributionRuleMutation();
  const [change] = useChangeTestDistributionRuleMutation();
  const { refetch } = useListTestDistributionRulesQuery();
  const { seen, readNewest } = useSeen(rule, refetch);
  const navigate = useNavigate();
  const path = useAccountPath();
  const askToDeleteRule = useDeleteRule();
  const save = useSave<DistributionRuleForm, CommandAnswer>({
    send: (form) => {
      const body = distributionRuleRequestOf(form);
      return seen === null ? add({ body }) : change({ params: { id: seen.id }, body, ifMatch: seen.revision });
    },
    onSaved: () => navigate(path('settings/test-distribution-settings')),
    shared: {
      noun: 'rule, or its place among the others,',
      readNewest: async () => {
        const newest = await readNewest();
        return newest && formOfDistributionRule(newest, rules);
      },
    },
  });
  return (
    <Formik<DistributionRuleForm>
      initialValues={formOfDistributionRule(seen, rules)}
      validationSchema={distributionRuleFormSchema}
      onSubmit={save.submit}
    >
      {({ dirty, isSubmitting, values, setValues }) => (
        <Form className={styles.form} aria-label="Test distribution rule">
          <FormSection title="Rule">
            <div className={styles.pair}>
              <SelectField
                name="assignedTo"
                label="Test type"
                allowDeselect={false}
                data={testTypes.map((value) => ({ value, label: testTypeLabels[value] }))}
              />
              <NumberField
                name="orderToApply"
                label="Priority"
                required
                description="0–30, lowest first"
                inputWrapperOrder={['label', 'input', 'description', 'error']}
              />
            </div>
            <div className={styles.pair}>
              <SelectField
                name="ruleType"
                label="Match patterns against"
                allowDeselect={false}
                data={distributionRuleTypes.map((value) => ({ value, label: distributionRuleTypeLabels[value] }))}
              />
              <TagsField
                name="includePatterns"
                label="Include patterns"
                placeholder={values.includePatterns.length === 0 ? 'every test; *.unit.spec.ts for some' : ''}
                description="Matches if any pattern fits the whole text; * is any text"
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxTags={limits.distributionPatterns}
                clearable
              />
            </div>
          </FormSection>
          <FormSection title="Only tests of">
            <div className={styles.pair}>
              <ProjectField onPick={(projectId) => void setValues({ ...values, projectId, testSuiteId: '' })} />
              <SuiteField projectId={values.projectId} />
            </div>
          </FormSection>
          <SaveNotice save={save} />
          <div className={styles.actions}>
            <Button type="submit" variant="filled" loading={isSubmitting} disabled={rule !== null && !dirty}>
              {rule === null ? 'Add rule' : 'Save'}
            </Button>
            <span className={styles.spacer} />
            {rule !== null && (
              <Button color="red" variant="subtle" onClick={() => askToDeleteRule(rule)}>
                Delete rule
              </Button>
            )}
          </div>
        </Form>
      )}
    </Formik>
  );
}

function ProjectField({ onPick }: { onPick: (projectId: string) => void }) {
  const { data: projects = [] } = useListProjectsQuery();
  return (
    <SelectField
      name="projectId"
      label="Project"
      placeholder="any project"
      clearable
      searchable={projects.length > 8}
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      onPick={(projectId) => onPick(projectId ?? '')}
    />
  );
}

function SuiteField({ projectId }: { projectId: string }) {
  const { data: suites = [] } = useListTestSuitesQuery();
  const { data: projects = [] } = useListProjectsQuery();
  const offered = suites.filter((suite) => projectId === '' || suite.projectId === projectId);
  const nameOf = (id: string) => projects.find((project) => project.id === id)?.name ?? '';
  return (
    <SelectField
      name="testSuiteId"
      label="Suite that selects them"
      placeholder="any suite"
      clearable
      searchable={offered.length > 8}
      data={offered.map((suite) => ({
        value: suite.id,
        label: projectId === '' ? `${nameOf(suite.projectId)}: ${suite.name}` : suite.name,
      }))}
    />
  );
}
