import {
  canonicalJson,
  type ReleaseEvidence,
  type ReleaseEvidenceView,
  type ReleaseId,
  type RunVerdict,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useGetReleaseEvidenceQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { CopyableText } from '../../ui/copy/CopyableText.tsx';
import { counted } from '../../ui/format/formatNumbers.ts';
import { formatCalendarDay, formatExactTime } from '../../ui/format/formatTime.ts';
import { IconDownload, IconFlag } from '../../ui/icons/icons.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import list from '../../ui/list.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { type Shape, StatusShape } from '../../ui/StatusShape.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { standingOf, standingTexts } from './criterionStanding.ts';
import styles from './evidence.module.css';

/** What a decision was based on, as it stood then: to be read, printed and downloaded. */
export function EvidenceScreen() {
  const { releaseId = '', number = '1' } = useParams();
  const query = useGetReleaseEvidenceQuery({ params: { id: releaseId as ReleaseId, number } });
  const path = useAccountPath();
  const to = path(`dashboard/release-readiness/releases/${releaseId}`);
  return (
    <Loaded
      query={query}
      failed="The evidence could not be loaded"
      notFound="Decision not found"
      head={<ScreenHead title="Evidence of the decision" documentTitle="Evidence" back={{ to, label: 'Release' }} />}
      skeleton={<RowsSkeleton rows={8} height={32} />}
    >
      {(evidence) => <Shown evidence={evidence} to={to} />}
    </Loaded>
  );
}

function Shown({ evidence, to }: { evidence: ReleaseEvidenceView; to: string }) {
  const { document: shown } = evidence;
  return (
    <div className={styles.page}>
      <ScreenHead
        title="Evidence of the decision"
        documentTitle={`Evidence of ${shown.title}`}
        back={{ to, label: shown.title }}
        actions={
          <span className={styles.actions}>
            <Button
              leftSection={<IconDownload size={16} stroke={1.75} />}
              onClick={() => saveFile(`${shown.title}.json`, canonicalJson(shown), 'application/json')}
            >
              Download JSON
            </Button>
            <Button variant="filled" onClick={() => window.print()}>
              Print
            </Button>
          </span>
        }
      />
      <div className={styles.columns}>
        <article className={`${list.list} ${styles.document}`} aria-label="Evidence">
          <Decision evidence={evidence} />
          <Ships evidence={evidence} />
          <Criteria evidence={evidence} />
          <p className={styles.hash}>
            <span className="soft">SHA-256</span> <span className="mono">{evidence.sha256 ?? 'not recorded'}</span>
          </p>
        </article>
        <div className={styles.rails}>
          <Hash evidence={evidence} />
          <Since evidence={evidence} />
        </div>
      </div>
    </div>
  );
}

const nameOf = ({ people }: ReleaseEvidenceView, id: string) => people[id]?.fullName ?? id;

const projectNameOf = ({ projectNames }: ReleaseEvidenceView, id: string) => projectNames[id] ?? 'A deleted project';

function Decision({ evidence }: { evidence: ReleaseEvidenceView }) {
  const { title, decision, reason, decided, proposedReleaseDate, actualReleaseDate, description } = evidence.document;
  const facts = [
    ['Decided by', nameOf(evidence, decided.by)],
    ['Decided', formatExactTime(decided.at)],
    ['Proposed', proposedReleaseDate && formatCalendarDay(proposedReleaseDate)],
    ['Released', actualReleaseDate && formatCalendarDay(actualReleaseDate)],
  ].filter(([, text]) => text);
  return (
    <>
      <h2 className={styles.decision}>
        <strong data-decision={decision}>{decision}</strong> for {title}
      </h2>
      {description !== null && <p className={styles.text}>{description}</p>}
      <dl className={styles.facts}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {reason !== null && <blockquote className={styles.reason}>{reason}</blockquote>}
    </>
  );
}

function Ships({ evidence }: { evidence: ReleaseEvidenceView }) {
  const { ships } = evidence.document;
  if (ships.length === 0) return null;
  return (
    <section aria-label="Shipped commits">
      <h3 className={styles.title}>Ships</h3>
      <ul className={styles.rows}>
        {ships.map(({ projectId, commit }) => (
          <li key={projectId}>
            {projectNameOf(evidence, projectId)} <span className="mono">{commit}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Criteria({ evidence }: { evidence: ReleaseEvidenceView }) {
  const { criteria } = evidence.document;
  return (
    <section aria-label="Criteria">
      <h3 className={styles.title}>Criteria</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Criterion</th>
            <th scope="col">Answer</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {criteria.map((criterion) => (
            <Criterion key={criterion.id} criterion={criterion} evidence={evidence} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type CriterionProps = { criterion: ReleaseEvidence['criteria'][number]; evidence: ReleaseEvidenceView };

function Criterion({ criterion, evidence }: CriterionProps) {
  const { text, rule, completed, answer, override } = criterion;
  const standing = standingOf({ rule, answer, override, completedAt: completed?.at ?? null });
  const { title, shape } = standingTexts[standing];
  const cited = answer?.evidence[0];
  const when = override?.at ?? completed?.at ?? cited?.endTime ?? null;
  return (
    <tr>
      <td>
        <span className={styles.criterion}>
          {override === null ? (
            <StatusShape shape={shape} label={title} />
          ) : (
            <IconFlag size={14} stroke={2} role="img" aria-label={title} />
          )}
          {text}
        </span>
      </td>
      <td>
        {answer?.reason ?? (completed ? nameOf(evidence, completed.by) : title)}
        {override !== null && (
          <p className={styles.override}>
            Overridden by {nameOf(evidence, override.by)}: {override.reason}
          </p>
        )}
      </td>
      <td className={styles.when}>{when === null ? '—' : formatExactTime(when)}</td>
    </tr>
  );
}

function Hash({ evidence: { sha256, isIntact } }: { evidence: ReleaseEvidenceView }) {
  return (
    <aside className={`${list.list} ${styles.rail}`} aria-label="Hash">
      <h2 className={styles.title}>Hash</h2>
      {sha256 === null ? (
        <p className="soft">The decision is older than evidence with a hash.</p>
      ) : (
        <>
          <p className={styles.intact}>
            <StatusShape shape={isIntact ? 'pass' : 'fail'} label="" />
            {isIntact ? 'Matches the log' : 'Differs from the log'}
          </p>
          <p className="soft">
            Made again from the log of the release, and compared with the hash of the decision. It is also the SHA-256
            of the downloaded file.
          </p>
          <CopyableText text={sha256} label="Copy the hash" />
        </>
      )}
    </aside>
  );
}

const shapes = {
  passed: 'pass',
  failed: 'fail',
  inconclusive: 'notRun',
  canceled: 'ignored',
  pending: 'running',
} as const satisfies Record<RunVerdict, Shape>;

const verdictTexts: Record<RunVerdict, string> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'was inconclusive',
  canceled: 'was canceled',
  pending: 'is in progress',
};

/** What has happened after the decision, which changes nothing of it. */
function Since({ evidence }: { evidence: ReleaseEvidenceView }) {
  const path = useAccountPath();
  const { runsSince, document } = evidence;
  const deleted = document.ships.filter(({ projectId }) => evidence.projectNames[projectId] === undefined).length;
  return (
    <aside className={`${list.list} ${styles.rail}`} aria-label="Since then">
      <h2 className={styles.title}>Since then</h2>
      {runsSince.length === 0 && deleted === 0 && <p className="soft">No run of what it ships has ended.</p>}
      {deleted > 0 && (
        <p className={styles.later}>{counted(deleted, 'shipped project was', 'shipped projects were')} deleted.</p>
      )}
      <ul className={styles.later}>
        {runsSince.map(({ testRunId, number, projectId, of, environmentName, verdict, endTime }) => (
          <li key={testRunId}>
            <span className="soft">
              <RelativeTime time={endTime} />
            </span>
            <span>
              <StatusShape shape={shapes[verdict]} label="" /> {projectNameOf(evidence, projectId)}: {of}{' '}
              <Link className="link inText" to={path(`test-runs/${testRunId}`)}>
                #{number}
              </Link>{' '}
              {verdictTexts[verdict]} in {environmentName}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
