import { displayOfRun, type FoundTest, type FoundTestRun } from '@assay/contract';
import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from 'react-router';
import { useSearchQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { shapeOfTest, wordOfTest } from '../../features/testRuns/status/statusShapes.ts';
import { StatusShape } from '../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../ui/shapeOfRun.ts';
import styles from './useFoundActions.module.css';

const typingPause = 150;
const shortest = 2;
const longest = 200;

/** What the service finds for a text once typing pauses. A single letter is looked for only if it is a number. */
export function useFoundActions(text: string) {
  const navigate = useNavigate();
  const path = useAccountPath();
  const wanted = text.trim().slice(0, longest);
  const [asked] = useDebouncedValue(wanted, typingPause);
  const tooShort = (given: string) => given.length < shortest && !/^\d$/.test(given);
  const { currentData, isError, refetch } = useSearchQuery({ query: { text: asked } }, { skip: tooShort(asked) });
  const answer = asked === wanted && !tooShort(wanted) ? currentData : undefined;

  const runAction = (run: FoundTestRun): SpotlightActionData => ({
    id: run.id,
    label: `${run.projectName} #${run.number}${run.testSuiteName === null ? '' : ` · ${run.testSuiteName}`}`,
    description: `${run.branch} · ${run.environmentName}`,
    leftSection: <StatusShape shape={shapeOfRun(run)} label={displayOfRun(run)} />,
    onClick: () => void navigate(path(`test-runs/${run.id}`)),
  });
  const testAction = (test: FoundTest): SpotlightActionData => ({
    id: `${test.projectId}.${test.id}`,
    label: test.name,
    // Isolated, since the line that loses its beginning is one from right to left.
    description: `\u2066${test.file} · ${test.projectName}\u2069`,
    classNames: { actionBody: styles.body ?? '', actionDescription: styles.path ?? '' },
    leftSection: <StatusShape shape={shapeOfTest(test)} label={wordOfTest(test)} />,
    onClick: () => void navigate(path(`test-runs/${test.testRunId}/tests/${test.id}`)),
  });
  const failed = isError && asked === wanted;
  return {
    runs: (answer?.testRuns ?? []).map(runAction),
    tests: (answer?.tests ?? []).map(testAction),
    searching: !tooShort(wanted) && !answer && !failed,
    failed,
    retry: () => void refetch(),
  };
}
