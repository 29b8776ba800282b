import { ActionIcon, Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { IconX } from '../../../ui/icons/icons.ts';
import styles from './dashboard.module.css';

/** Tells administrators what stages are for, until they have read it. */
export function PipelineHint({ without }: { without: number }) {
  const path = useAccountPath();
  const mayWrite = useMay('pipelineStage.write');
  const [dismissed, setDismissed] = useLocalStorage({ key: 'assay.pipelineHintDismissed', defaultValue: false });
  if (!mayWrite || dismissed) return null;

  return (
    <section className={styles.hint} aria-label="Create a pipeline">
      <header>
        <h3>Create a pipeline</h3>
        <ActionIcon variant="subtle" size="sm" onClick={() => setDismissed(true)} aria-label="Dismiss">
          <IconX size={14} />
        </ActionIcon>
      </header>
      <p className="soft">
        {without === 1 ? '1 environment has no stage.' : `${without} environments have no stage.`} Stages put
        environments in the order in which a change passes them.
      </p>
      <Button component={Link} to={path('environments/pipelines/new')}>
        Create pipeline stage
      </Button>
    </section>
  );
}
