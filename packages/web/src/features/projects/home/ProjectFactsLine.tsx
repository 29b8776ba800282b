import type { ProjectView } from '@assay/contract';
import { useGetProjectStatsQuery } from '../../../connection/serviceHooks.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { CopyableId } from '../../../ui/copy/CopyableId.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import styles from './home.module.css';

/** What the project is, and what it did in the last 30 days, in one line. */
export function ProjectFactsLine({ project }: { project: ProjectView }) {
  const { data: stats } = useGetProjectStatsQuery({ params: { id: project.id } });
  const framework = [project.otherFramework ?? project.testingFramework, project.testingFrameworkVersion];
  return (
    <div className={styles.headFacts}>
      <span>{framework.filter(Boolean).join(' ')}</span>
      {stats && (
        <span title={stats.uniqueDiffText}>
          {counted(stats.thisMonthUniqueTestsRun, 'test')} run this month
          {stats.uniqueDiffType !== 'same' && `, ${stats.uniqueDiffType === 'increase' ? '+' : '−'}${stats.uniqueDiff}`}
        </span>
      )}
      {stats && stats.deploysInLastThirtyDays > 0 && (
        <span>{counted(stats.deploysInLastThirtyDays, 'deploy')} in 30 days</span>
      )}
      {project.gitUrl !== null && (
        <span className={styles.url}>
          <CutInMiddle text={project.gitUrl.replace(/^[a-z+]+:\/\/(?:[^@/]*@)?/i, '')} />
        </span>
      )}
      <CopyableId id={project.key} length={project.key.length} />
    </div>
  );
}
