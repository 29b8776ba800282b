import { formFields } from '@assay/contract';
import {
  useListEnvironmentsQuery,
  useListProjectsQuery,
  useListTestSuitesQuery,
} from '../../connection/serviceHooks.ts';
import { NumberField, SelectField } from '../../ui/form/fields.tsx';
import form from '../../ui/form/form.module.css';

const searchableFrom = 8;

/** Which runs answer a criterion. */
export function RuleFields() {
  const { data: suites = [] } = useListTestSuitesQuery();
  const { data: projects = [] } = useListProjectsQuery();
  const { data: environments = [] } = useListEnvironmentsQuery();
  const projectOf = (id: string) => projects.find((project) => project.id === id)?.name ?? '';
  return (
    <>
      <SelectField
        name="testSuiteId"
        label="Latest run of"
        placeholder="whatever ran of the shipped versions"
        clearable
        searchable={suites.length > searchableFrom}
        data={suites.map(({ id, name, projectId }) => ({ value: id, label: `${projectOf(projectId)}: ${name}` }))}
      />
      <div className={form.pair}>
        <SelectField
          name="environmentId"
          label="In environment"
          placeholder="any"
          clearable
          searchable={environments.length > searchableFrom}
          data={environments.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <NumberField
          name="maxAgeHours"
          label="At most hours ago"
          placeholder="any time"
          min={formFields.evidenceAgeHours.minimum}
          max={formFields.evidenceAgeHours.maximum}
          allowDecimal={false}
        />
      </div>
      <p className={form.told}>
        Runs of the commit that a release ships answer it. Missing, old or incomplete evidence never counts as met.
      </p>
    </>
  );
}
