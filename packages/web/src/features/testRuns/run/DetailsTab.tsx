import { type DeployView, partsOfAttribute, passedParts, passShare, type TestRunView } from '@assay/contract';
import { Link } from 'react-router';
import { useListDeploysOfTestRunQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CopyableId } from '../../../ui/copy/CopyableId.tsx';
import { FactPanel, FactPanels } from '../../../ui/FactPanel.tsx';
import { FailedPart } from '../../../ui/FailedPart.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatBytes, formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { Tag } from '../../../ui/Tag.tsx';

/** @returns a line for each file, with all that is to be said of it. */
function messagesByFile(notes: NonNullable<TestRunView['upload']>['notes']) {
  const byFile = new Map<string, string[]>();
  for (const { file, message } of notes) byFile.set(file, [...(byFile.get(file) ?? []), message]);
  return [...byFile].map(([file, messages]) => [file, messages.join(' ')] as const);
}

function factOfAttribute(attribute: string) {
  const { key, value } = partsOfAttribute(attribute);
  return [key, value] as const;
}

/** Timing, quarantine and settings of the run. */
export function DetailsTab({ run }: { run: TestRunView }) {
  const none = <span className="soft">none</span>;
  const tags = (values: readonly string[]) =>
    values.length === 0 ? none : values.map((value) => <Tag key={value}>{value}</Tag>);
  const duration = (value: number | null) => (value === null ? '–' : formatDuration(value));
  const time = (value: string | null) => (value === null ? '–' : formatExactTime(value));
  const share = run.calculatedDuration && run.totalTestingTime ? run.totalTestingTime / run.calculatedDuration : null;
  const { flaky } = passedParts(run);
  const score = passShare(run);
  const passed = [
    [formatCount(run.passCount), ...(flaky === null ? [] : [flaky])].join(', '),
    ...(score === null ? [] : [`(${score.percent} ${score.of})`]),
  ].join(' ');
  return (
    <FactPanels>
      <FactPanel
        title="Timing"
        facts={[
          ['Created', time(run.createdAt)],
          ['Started', time(run.startTime)],
          ['Ended', time(run.endTime)],
          ['Duration', duration(run.calculatedDuration)],
          ['Usual duration', duration(run.usualDuration)],
          ['Testing time', formatDuration(run.totalTestingTime)],
          ['Average parallelism', share === null ? '–' : share.toFixed(1)],
        ]}
      />
      <FactPanel
        title="Tests"
        facts={[
          ['All', formatCount(run.totalCount)],
          ['Passed', passed],
          ['Failed', formatCount(run.failCount)],
          ['Ignored', formatCount(run.ignoredCount)],
          ['Not run', formatCount(run.notRunCount)],
        ]}
      />
      <FactPanel
        title="Quarantine"
        facts={[
          ['Quarantined tests', formatCount(run.quarantineTotalCount)],
          ['Failed among them', formatCount(run.quarantineFailCount)],
          ['Time spent', formatDuration(run.quarantineTotalTestingTime)],
          ['Effect', run.ignoreQuarantine ? 'quarantine ignored: counted like other tests' : "don't fail the run"],
        ]}
      />
      {run.attributes.length > 0 && <FactPanel title="Attributes" facts={run.attributes.map(factOfAttribute)} />}
      {run.upload && (
        <FactPanel
          title="Uploaded files"
          facts={run.upload.files.map(({ name, size }) => [name, formatBytes(size)] as const)}
        />
      )}
      {run.upload && run.upload.notes.length > 0 && (
        <FactPanel title="Notes on the files" facts={messagesByFile(run.upload.notes)} />
      )}
      <RelatedDeploys run={run} />
      <FactPanel
        title="Settings"
        facts={[
          ['Run id', <CopyableId key="id" id={run.id} length={40} />],
          ['Framework', run.project.framework],
          ...(run.testSuiteName === null ? [] : [['Suite', run.testSuiteName] as const]),
          ...(run.deploy === null ? [] : [['Deployed', time(run.deploy.createdAt)] as const]),
          ...(run.build === null ? [] : [['Build', <BuildLink key="build" run={run} build={run.build} />] as const]),
          ...(run.playwrightProject === null ? [] : [['Playwright project', run.playwrightProject] as const]),
          ['Priority', String(run.priority)],
          ['Runners', formatCount(run.maxRunners)],
          ...(run.copies === 1 ? [] : [['Copies', `each test ${formatCount(run.copies)} times`] as const]),
          ['Parallelize by file', run.defaultToParallelizeByFile ? 'yes' : 'no'],
          ['Retry failed tests', run.retryFailedTests ? 'yes' : 'no'],
          ['Test timeout', `${formatCount(run.timeouts.testTimeoutSeconds)} s`],
          ['Run timeout', `${formatCount(run.timeouts.timeoutMinutes)} min`],
          ['Included tags', tags(run.includeTags)],
          ['Excluded tags', tags(run.excludedTags)],
          ['Test filters', tags(run.testFilters)],
        ]}
      />
    </FactPanels>
  );
}

function BuildLink({ run, build }: { run: TestRunView; build: NonNullable<TestRunView['build']> }) {
  const path = useAccountPath();
  return (
    <Link className="link" to={path(`projects/${run.project.key}/builds/${build.id}`)}>
      {build.name}
    </Link>
  );
}

/** Where the version that the run tests was deployed: the newest deploy to each environment. */
function RelatedDeploys({ run }: { run: TestRunView }) {
  const { data: deploys, error, refetch } = useListDeploysOfTestRunQuery({ params: { id: run.id } });
  if (deploys === undefined && error !== undefined) {
    return (
      <FactPanel title="Related deploys">
        <FailedPart what="Related deploys" onRetry={() => void refetch()} />
      </FactPanel>
    );
  }
  const newest = new Map<string, DeployView>();
  for (const deploy of deploys ?? []) if (!newest.has(deploy.environmentId)) newest.set(deploy.environmentId, deploy);
  if (newest.size === 0) return null;
  return (
    <FactPanel
      title="Related deploys"
      facts={[...newest.values()].map(({ environment, createdAt, createdBy }) => [
        environment.name,
        <span key="when">
          <RelativeTime time={createdAt} /> <span className="soft">by {createdBy?.fullName ?? 'Assay'}</span>
        </span>,
      ])}
    />
  );
}
