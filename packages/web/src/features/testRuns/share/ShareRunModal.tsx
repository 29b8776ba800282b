import { type CreatedSharedLink, type CreateSharedLinkRequest, sharedLinkDays, type TestRunId } from '@assay/contract';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { Formik } from 'formik';
import { useCreateSharedLinkMutation, useListSharedLinksQuery } from '../../../connection/serviceHooks.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { CheckboxField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { SharedLinkTable } from '../../../ui/sharedLinks/SharedLinkTable.tsx';
import styles from './share.module.css';

type ShareForm = Required<CreateSharedLinkRequest>;

const initial: ShareForm = { days: 7, includesScreenshots: true, includesOutput: false };
const spans = sharedLinkDays.map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }));

type Props = { testRunId: TestRunId; number: number; opened: boolean; onClose: () => void };

/** Creates links that show a run without signing in, and lists those that work. */
export function ShareRunModal({ testRunId, number, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Share #${number} by link`} size={760}>
      <Sharing testRunId={testRunId} />
    </Modal>
  );
}

function Sharing({ testRunId }: { testRunId: TestRunId }) {
  const links = useListSharedLinksQuery({ query: { testRunId } });
  const [create, { data: made }] = useCreateSharedLinkMutation();
  const save = useSave<ShareForm, CreatedSharedLink>({
    send: (body) => create({ params: { id: testRunId }, body }),
  });
  return (
    <div className={styles.sharing}>
      <p className={styles.about}>
        Anyone with the link sees this run, read-only and without signing in: its results, errors and stack traces. It
        shows no variables, people or logs of the run.
      </p>
      <Formik<ShareForm> initialValues={initial} onSubmit={save.submit}>
        {({ isSubmitting, values, setFieldValue }) => (
          <Form className={styles.form} aria-label="New link">
            <SegmentedControl
              aria-label="Works for"
              data={spans}
              value={String(values.days)}
              onChange={(picked) => void setFieldValue('days', Number(picked))}
            />
            <CheckboxField name="includesScreenshots" label="Include screenshots" />
            <CheckboxField
              name="includesOutput"
              label="Include output"
              description="What the tests wrote, and why a set-up failed. It may contain data of the tested system."
            />
            <SaveNotice save={save} />
            <Button type="submit" variant="filled" loading={isSubmitting}>
              Create link
            </Button>
          </Form>
        )}
      </Formik>
      {made && (
        <div role="status" aria-label="New link">
          <CopyableText text={made.url} label="Copy link" />
        </div>
      )}
      <Loaded
        query={links}
        failed="The links could not be loaded"
        skeleton={<RowsSkeleton rows={2} />}
        empty={<p className={styles.about}>No links to this run.</p>}
      >
        {(found) => <SharedLinkTable links={found} />}
      </Loaded>
    </div>
  );
}
