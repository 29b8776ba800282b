import type { ProjectView } from '@assay/contract';
import { SegmentedControl } from '@mantine/core';
import styles from './runSource.module.css';
import { type Source, sourcesOf } from './runSources.ts';

const labels: Record<Source, string> = { branch: 'Branch', build: 'Build', deploy: 'Latest deploy' };

/** What a run is made from, where a project's runs can be made from more than one thing. */
export function SourceChoice({
  project,
  value,
  onChange,
}: {
  project: ProjectView;
  value: Source;
  onChange: (source: Source) => void;
}) {
  const sources = sourcesOf(project);
  if (sources.length < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label="What to run"
      className={styles.sources}
      value={value}
      onChange={(source) => onChange(source as Source)}
      data={sources.map((source) => ({ value: source, label: labels[source] }))}
    />
  );
}
