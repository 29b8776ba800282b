import type { OutgoingAnalysis, TestRunId } from '@assay/contract';
import { Modal, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useGetOutgoingAnalysisQuery, useGetOutgoingTestAnalysisQuery } from '../../../connection/serviceHooks.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded, type Query } from '../../../ui/Loaded.tsx';
import styles from './analysis.module.css';

type Asked = {
  testRunId: TestRunId;
  /** Undefined: the whole run is asked about. */
  testKey?: string;
};

/** Opens exactly what is sent to the model. */
export function OutgoingLink({ children, ...asked }: Asked & { children: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <UnstyledButton className="link" fz="inherit" onClick={open}>
        {children}
      </UnstyledButton>
      <Modal opened={opened} onClose={close} title="Sent to the model" size={820}>
        {asked.testKey === undefined ? (
          <OutgoingOfRun {...asked} />
        ) : (
          <OutgoingOfTest testRunId={asked.testRunId} testKey={asked.testKey} />
        )}
      </Modal>
    </>
  );
}

function OutgoingOfRun({ testRunId }: Asked) {
  return <Outgoing query={useGetOutgoingAnalysisQuery({ params: { id: testRunId } })} />;
}

function OutgoingOfTest({ testRunId, testKey }: Required<Asked>) {
  return <Outgoing query={useGetOutgoingTestAnalysisQuery({ params: { id: testRunId, testId: testKey } })} />;
}

function Outgoing({ query }: { query: Query<OutgoingAnalysis> }) {
  return (
    <Loaded query={query} failed="The text could not be loaded">
      {({ model, promptVersion, characters, instructions, text }) => (
        <div className={styles.outgoing}>
          <p className={styles.quiet}>
            {[model ?? 'No model configured', `prompt ${promptVersion}`, `${formatCount(characters)} characters`].join(
              ' · ',
            )}
            . Secrets, variables and personal data are masked.
          </p>
          <h3 className={styles.heading}>Instructions</h3>
          <pre className={styles.sent}>{instructions}</pre>
          <h3 className={styles.heading}>Test output</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
          <pre className={styles.sent} tabIndex={0}>
            {text}
          </pre>
        </div>
      )}
    </Loaded>
  );
}
