import { displayOfRun, type FoundTestRun, limits, type TestRunStatus, type TestRunView } from '@assay/contract';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useListTestRunsQuery, useSearchQuery } from '../../../connection/serviceHooks.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import styles from './comparison.module.css';

const typingPause = 200;
const longest = 200;

type Choice = {
  value: string;
  label: string;
  status: TestRunStatus;
  nothingCouldPass: boolean;
  where: string;
  createdAt: string;
};

function nameOf(project: string, number: number, suite: string | null): string {
  return `${project} #${number}${suite === null ? '' : ` · ${suite}`}`;
}

function choiceOf(run: TestRunView): Choice {
  return {
    value: run.id,
    label: nameOf(run.project.name, run.number, run.testSuiteName),
    status: run.status,
    nothingCouldPass: run.nothingCouldPass,
    where: `${run.branch} · ${run.environmentName}`,
    createdAt: run.createdAt,
  };
}

function choiceOfFound(run: FoundTestRun): Choice {
  return {
    value: run.id,
    label: nameOf(run.projectName, run.number, run.testSuiteName),
    status: run.status,
    nothingCouldPass: run.nothingCouldPass,
    where: `${run.branch} · ${run.environmentName}`,
    createdAt: run.createdAt,
  };
}

/** Chooses a run: of the recent ones, at first those of the other run's project, or of any by a search. */
export function RunSelect({
  label,
  value,
  run,
  besides,
  onPick,
}: {
  label: string;
  value: string;
  run: TestRunView | undefined;
  besides: TestRunView | undefined;
  onPick: (testRunId: string) => void;
}) {
  const [text, setText] = useState('');
  const own = run ? choiceOf(run) : null;
  const typed = text === own?.label ? '' : text.trim().slice(0, longest);
  const [asked] = useDebouncedValue(typed, typingPause);
  const project = besides?.projectId;
  const { currentData: recent, isError } = useListTestRunsQuery({
    query: { limit: limits.pageOfRunSelector, ...(project ? { project } : {}) },
  });
  const { currentData: found } = useSearchQuery({ query: { text: asked } }, { skip: asked === '' });
  const choices = useMemo(() => {
    const words = typed.toLowerCase().split(/\s+/);
    const matching = (recent?.testRuns ?? [])
      .filter(({ id }) => id !== besides?.id)
      .map(choiceOf)
      .filter((choice) => words.every((word) => `${choice.label} ${choice.where}`.toLowerCase().includes(word)));
    const others = typed !== '' && typed === asked ? (found?.testRuns ?? []).map(choiceOfFound) : [];
    const all = [...(own ? [own] : []), ...matching, ...others];
    return [...new Map(all.map((choice) => [choice.value, choice])).values()];
  }, [recent, found, typed, asked, own, besides?.id]);
  const known = new Map(choices.map((choice) => [choice.value, choice]));
  return (
    <Select
      className={styles.select}
      aria-label={label}
      placeholder="Choose a run"
      searchable
      nothingFoundMessage={isError ? 'Test runs could not be loaded' : 'No test runs found'}
      value={value === '' ? null : value}
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      onFocus={(event) => event.currentTarget.select()}
      maxDropdownHeight={360}
      comboboxProps={{ width: 420, position: 'bottom-start' }}
      allowDeselect={false}
      leftSection={own && <StatusShape shape={shapeOfRun(own)} label={displayOfRun(own)} />}
      renderOption={({ option }) => {
        const choice = known.get(option.value);
        return choice ? <RunChoice choice={choice} /> : option.label;
      }}
      onChange={(id) => id !== null && id !== value && onPick(id)}
    />
  );
}

function RunChoice({ choice }: { choice: Choice }) {
  const { label, where, createdAt } = choice;
  return (
    <div className={styles.choice}>
      <StatusShape shape={shapeOfRun(choice)} label={displayOfRun(choice)} />
      <span className="truncate">{label}</span>
      <span className={`soft truncate ${styles.choiceWhere}`}>{where}</span>
      <span className="soft">
        <RelativeTime time={createdAt} />
      </span>
    </div>
  );
}
