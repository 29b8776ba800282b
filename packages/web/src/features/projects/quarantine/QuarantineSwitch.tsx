import type { ProjectView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { useChangeProjectMutation } from '../../../connection/serviceHooks.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import styles from './quarantinePreview.module.css';

/** Whether the project quarantines flaky tests by itself, and the button that changes it for those who may. */
export function QuarantineSwitch({ project: { id, revision, quarantineFlakyTests: isOn } }: { project: ProjectView }) {
  const [change, { isLoading }] = useChangeProjectMutation();
  const may = useMay('project.write');

  async function turn(): Promise<void> {
    const { error } = await change({ params: { id }, body: { quarantineFlakyTests: !isOn }, ifMatch: revision });
    if (error) showFailure(error);
  }

  return (
    <section className={styles.switch} aria-label="Quarantine flaky tests">
      <StatusShape shape={isOn ? 'pass' : 'notRun'} label="" />
      <p role="status">
        <strong>Quarantine flaky tests is {isOn ? 'on' : 'off'}.</strong>{' '}
        <span className="soft">
          {isOn
            ? 'What is quarantined already is not counted again: below is what it would have changed beyond that.'
            : 'Below is what it would have done, had it been on.'}
        </span>
      </p>
      {may && (
        <Button size="xs" variant={isOn ? 'default' : 'filled'} loading={isLoading} onClick={() => void turn()}>
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
      )}
    </section>
  );
}
