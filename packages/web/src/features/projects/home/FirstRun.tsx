import type { ProjectView } from '@assay/contract';
import { useIncludes } from '../../../connection/currentUser.ts';
import { RunTestsForm } from '../runTests/RunTestsForm.tsx';
import styles from './home.module.css';
import { Panel } from './Panel.tsx';

/** What a project without runs needs next. */
export function FirstRun({ project }: { project: ProjectView }) {
  if (!useIncludes('ownRunners')) return null;
  return (
    <Panel title="First run" note="finds the tests, and runs all of them">
      <div className={styles.body}>
        <RunTestsForm project={project} suite={null} label="Start first run" />
      </div>
    </Panel>
  );
}
