import {
  type EnvironmentView,
  firstEnvironment,
  type ProjectProposal,
  type RepositoryProposals,
  testingFrameworks,
} from '@assay/contract';
import { useFormikContext } from 'formik';
import { SelectField, TagsField, TextField } from '../../../ui/form/fields.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { CommandPresets } from '../CommandPresets.tsx';
import { Panel } from '../home/Panel.tsx';
import { type ProjectForm, yesOrNo } from '../projectForm.ts';
import styles from './connect.module.css';
import { type ConnectField, type ConnectForm, type FoundLine, foundLines, provedFields } from './connectForm.ts';
import { FoundRow, isYours } from './FoundRow.tsx';
import { MoreSettings } from './MoreSettings.tsx';
import { RuntimeRow } from './RuntimeRow.tsx';

type Props = {
  found: RepositoryProposals;
  proposal: ProjectProposal;
  environments: readonly EnvironmentView[];
  maximumRunners: number;
  /** Settings that an agent tried with success; null: none. */
  proved: ProjectForm | null;
};

/** The settings of a proposal, a line each: what it is, and what tells so. */
export function FoundSettings({ found, proposal, environments, maximumRunners, proved }: Props) {
  const { values, initialValues } = useFormikContext<ConnectForm>();
  const lines = foundLines(proposal, found, values.testingFramework, environmentFound(environments));
  const yours = lines.filter(({ field }) => isYours(values, initialValues, field)).length;
  const certain = provedFields(values, proved);
  const sure = lines.filter(({ field }) => certain.includes(field) && !isYours(values, initialValues, field)).length;
  const open = lines.filter(
    ({ field, finding }) =>
      finding?.certain === false && !certain.includes(field) && !isYours(values, initialValues, field),
  );
  const missing = proposal.runtimes.filter((runtime) => runtime.missing !== null).length;
  return (
    <Panel
      title="What was found"
      aside={
        <Counts
          toCheck={open.length + missing}
          found={lines.length - open.length - yours - sure + proposal.runtimes.length - missing}
          certain={sure}
          yours={yours}
        />
      }
    >
      <ul className={styles.lines} aria-label="Settings">
        {lines.map((line) => (
          <FoundRow key={line.field} line={line} isProved={certain.includes(line.field)}>
            <Editor line={line} found={found} environments={environments} />
          </FoundRow>
        ))}
        {proposal.runtimes.map((runtime) => (
          <RuntimeRow key={runtime.name} runtime={runtime} />
        ))}
      </ul>
      {values.testingFramework === 'Other' && (
        <div className={styles.presets}>
          <CommandPresets />
        </div>
      )}
      <MoreSettings maximumRunners={maximumRunners} />
    </Panel>
  );
}

function environmentFound(environments: readonly EnvironmentView[]): { certain: boolean; why: string } {
  if (environments.length === 0) return { certain: true, why: 'Added with the project: there is none yet' };
  if (environments.length === 1) return { certain: true, why: 'The only one; for the first run' };
  return { certain: false, why: `One of ${environments.length}; for the first run` };
}

function Counts(counts: { toCheck: number; found: number; certain: number; yours: number }) {
  const { toCheck, found, certain, yours } = counts;
  return (
    <span className={styles.counts}>
      {toCheck > 0 && (
        <span className={styles.toCheck}>
          <StatusShape shape="ignored" label="" size={12} /> {toCheck} to check
        </span>
      )}
      {found > 0 && <span>{found} found</span>}
      {certain > 0 && <span>{certain} certain</span>}
      {yours > 0 && <span>{yours} yours</span>}
    </span>
  );
}

/** The field of a line, which looks like its value until it is used. */
function Editor({
  line,
  found,
  environments,
}: {
  line: FoundLine;
  found: RepositoryProposals;
  environments: readonly EnvironmentView[];
}) {
  const { values } = useFormikContext<ConnectForm>();
  const { field, label, isMono } = line;
  const input = isMono ? `${styles.input} ${styles.mono}` : styles.input;
  const usual = { name: field, 'aria-label': label, variant: 'unstyled', classNames: { input } } as const;
  const list = { ...usual, classNames: { input, inputField: styles.tagField } } as const;
  const branches = [...new Set([found.defaultBranch, values.defaultBranch, ...found.branches.map(({ name }) => name)])];
  switch (field) {
    case 'testingFramework':
      return <SelectField {...usual} data={[...testingFrameworks]} allowDeselect={false} />;
    case 'usingSelenium':
    case 'usingDotnetCore':
      return <SelectField {...usual} data={[...yesOrNo]} allowDeselect={false} placeholder="Pick one" />;
    case 'defaultBranch':
      return <SelectField {...usual} data={branches} allowDeselect={false} searchable={branches.length > 8} />;
    case 'environment':
      if (environments.length === 0) return <span className={styles.value}>{firstEnvironment.name}</span>;
      return (
        <SelectField
          {...usual}
          data={environments.map(({ key, name }) => ({ value: key, label: name }))}
          allowDeselect={false}
        />
      );
    case 'resultFiles':
      if (!isMono) return <span className={styles.value}>Live, test by test</span>;
      return <TagsField {...list} />;
    case 'testTags':
    case 'testPackages':
    case 'testArtifacts':
      return <TagsField {...list} placeholder={values[field].length === 0 ? 'None' : ''} />;
    default:
      return <TextField {...usual} placeholder={placeholders[field] ?? ''} spellCheck={false} />;
  }
}

const placeholders: Partial<Record<ConnectField, string>> = {
  workingDirectory: 'The root',
  testingFrameworkVersion: 'The one that is installed',
  configFile: 'Found automatically',
  installCommand: 'Chosen automatically',
};
