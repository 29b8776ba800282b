import type { ProblemView, TestResultView, TestRunView } from '@assay/contract';
import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListQuarantinedTestsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { extensionDays } from '../../../ui/format/quarantineEnd.ts';
import { IconChevronDown } from '../../../ui/icons/icons.ts';
import { KeyHint } from '../../../ui/KeyHint.tsx';
import { useQuarantine } from '../../../ui/quarantine/useQuarantine.ts';
import { carriedOn } from '../problem/reviewAndProblem.tsx';
import { summaryOf, useProblem } from '../problem/useProblem.ts';
import { PeopleItems } from '../reviews/PeopleItems.tsx';
import { reviewedTest } from '../reviews/reviewed.ts';
import { StatusItems } from '../reviews/StatusMenu.tsx';
import { useReview } from '../reviews/useReview.ts';
import { useReviewers } from '../reviews/useReviewers.ts';
import { pathOfTest } from '../test/pathOfTest.ts';
import { useReport } from '../trackedIssues/IssueDialogs.tsx';
import { useCreateIssueText } from '../trackedIssues/useCreateIssueText.ts';
import styles from './triage.module.css';

type Props = {
  test: TestResultView;
  run: TestRunView;
  problem: ProblemView | null;
  /** How far the review has come. */
  label: string;
  reviewer: string;
  /** Asks for the key of an issue. */
  onAddKey: () => void;
};

/** Everything that people decide about a failure: its review, its problem, its quarantine and its issues. */
export function TriageMenu({ test, run, problem, label, reviewer, onAddKey }: Props) {
  const mayReview = useMay('review.write');
  const mayReport = useMay('trackedIssue.write') && test.status === 'FAIL';
  const name = `Triage ${test.name}: ${label}, ${reviewer}`;
  if (!mayReview && !mayReport) return <span>{label}</span>;
  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={styles.button ?? ''}
          rightSection={<IconChevronDown size={12} stroke={2} />}
          aria-label={name}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayReview && <ReviewItems test={test} />}
        {mayReview && problem && <ProblemItems test={test} problem={problem} />}
        <QuarantineItems test={test} />
        {mayReport && <IssueItems test={test} run={run} onAddKey={onAddKey} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function ReviewItems({ test }: Pick<Props, 'test'>) {
  const reviewed = reviewedTest(test);
  const { take, assign, setStatus } = useReview(reviewed);
  const people = useReviewers();
  return (
    <>
      <Menu.Label>This failure</Menu.Label>
      {take && (
        <Menu.Item rightSection={<KeyHint>t</KeyHint>} onClick={() => void take()}>
          Take it
        </Menu.Item>
      )}
      <SubMenu label="Status">
        <StatusItems status={reviewed.reviewStatusId} onPick={(status) => void setStatus(status)} />
      </SubMenu>
      <SubMenu label="Reviewer">
        <PeopleItems
          userId={reviewed.reviewerUserId}
          whenNone="No reviewer"
          people={people}
          onPick={(userId) => void assign(userId)}
        />
      </SubMenu>
    </>
  );
}

function ProblemItems({ test, problem }: { test: TestResultView; problem: ProblemView }) {
  const path = useAccountPath();
  const { change } = useProblem(problem);
  const people = useReviewers();
  const carried = carriedOn(problem, reviewedTest(test));
  return (
    <>
      <Menu.Label title={summaryOf(problem)}>Every such failure</Menu.Label>
      {carried && (
        <Menu.Item title="Reviewer and status of this failure" onClick={() => void change(carried)}>
          Carry on to every such failure
        </Menu.Item>
      )}
      <SubMenu label="Problem">
        <StatusItems status={problem.reviewStatusId} onPick={(reviewStatusId) => void change({ reviewStatusId })} />
      </SubMenu>
      <SubMenu label="Owner">
        <PeopleItems
          userId={problem.ownerUserId}
          whenNone="No owner"
          people={people}
          onPick={(ownerUserId) => void change({ ownerUserId })}
        />
      </SubMenu>
      <Menu.Item component={Link} to={path(pathOfTest(test))}>
        Notes and occurrences
      </Menu.Item>
    </>
  );
}

function QuarantineItems({ test }: Pick<Props, 'test'>) {
  const may = useMay('test.quarantine');
  const { data } = useListQuarantinedTestsQuery({ params: { id: test.projectId } });
  const { extend, release } = useQuarantine(test.projectId, test.testId);
  const own = data?.find(({ id }) => id === test.testId);
  if (!may || !own) return null;
  const until = own.quarantinedUntil;
  return (
    <>
      <Menu.Label>Quarantine</Menu.Label>
      {until && <Menu.Item onClick={() => void extend(until)}>Extend by {extensionDays} days</Menu.Item>}
      <Menu.Item onClick={() => void release()}>Release from quarantine</Menu.Item>
    </>
  );
}

function IssueItems({ test, run, onAddKey }: Pick<Props, 'test' | 'run' | 'onAddKey'>) {
  const report = useReport();
  const text = useCreateIssueText();
  const { id, testRunAnalysisRootCauseId: rootCauseId } = test;
  return (
    <>
      <Menu.Label>{text}</Menu.Label>
      <Menu.Item onClick={() => report({ testRunId: run.id, testRunTestIds: [id] })}>For this test</Menu.Item>
      {rootCauseId !== null && (
        <Menu.Item onClick={() => report({ testRunId: run.id, rootCauseId })}>
          For every test of the run that failed alike
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item onClick={onAddKey}>Add issue key…</Menu.Item>
    </>
  );
}

function SubMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu.Sub position="right-start">
      <Menu.Sub.Target>
        <Menu.Sub.Item>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown mah={340} className={styles.sub ?? ''}>
        {children}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
