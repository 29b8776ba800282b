import { badgeAddressOf, type ProjectView } from '@assay/contract';
import { Autocomplete, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import {
  useListBranchesQuery,
  useListEnvironmentsQuery,
  useListTestSuitesQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { useSettled } from '../../../ui/useSettled.ts';
import styles from './badge.module.css';
import { type BadgeFormat, badgeFormats, badgeMarkup } from './badgeMarkup.ts';

/** Lets people choose what a badge is about, shows it, and gives its markup to copy. */
export function BadgeMaker({ project, address }: { project: ProjectView; address: string }) {
  const { data: branches = [] } = useListBranchesQuery({ params: { id: project.id } }, { skip: !project.hasRepo });
  const { data: environments = [] } = useListEnvironmentsQuery();
  const { data: suites = [] } = useListTestSuitesQuery({ query: { projectId: project.id } });
  const path = useAccountPath();
  const [branch, setBranch] = useState('');
  const [environment, setEnvironment] = useState('');
  const [suite, setSuite] = useState('');
  const [format, setFormat] = useState<BadgeFormat>('Markdown');
  const settledBranch = useSettled(branch.trim());

  const image = badgeAddressOf(address, { branch: settledBranch, environment, suite });
  const link = new URL(path(`projects/${project.key}`), address).href;
  const suiteName = suites.find(({ id }) => id === suite)?.name;
  const alt = `${project.name} ${suiteName ?? 'tests'}`;
  const { pathname, search } = new URL(image);
  return (
    <>
      <div className={styles.choices}>
        <Autocomplete
          label="Branch"
          placeholder={project.defaultBranch}
          data={branches.map(({ name }) => name)}
          limit={50}
          value={branch}
          onChange={setBranch}
        />
        <Select
          label="Environment"
          placeholder="All"
          clearable
          data={environments.map(({ key, name }) => ({ value: key, label: name }))}
          value={environment || null}
          onChange={(picked) => setEnvironment(picked ?? '')}
        />
        <Select
          label="Test suite"
          placeholder="All"
          clearable
          data={suites.map(({ id, name }) => ({ value: id, label: name }))}
          value={suite || null}
          onChange={(picked) => setSuite(picked ?? '')}
        />
      </div>
      <img className={styles.preview} src={`${pathname}${search}`} alt={`Preview: ${alt}`} />
      <SegmentedControl
        aria-label="Markup"
        size="xs"
        data={[...badgeFormats]}
        value={format}
        onChange={(picked) => setFormat(badgeFormats.find((known) => known === picked) ?? 'Markdown')}
      />
      <CopyableText text={badgeMarkup(format, { image, link, alt })} />
    </>
  );
}
