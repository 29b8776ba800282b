import { Button } from '@mantine/core';
import { useLazyExportMeQuery } from '../../../connection/serviceHooks.ts';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import form from '../../../ui/form/form.module.css';
import { saveFile } from '../../../ui/saveFile.ts';
import { showFailure } from '../../../ui/showFailure.ts';

/** Downloads everything that the installation holds about who is signed in. */
export function ExportMe() {
  const [load, { isFetching }] = useLazyExportMeQuery();

  async function download(): Promise<void> {
    const { data, error } = await load();
    if (error) showFailure(error);
    if (data)
      saveFile(`my-data-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2), 'application/json');
  }

  return (
    <FormSection title="Your data">
      <p className={form.told}>
        Everything that is held about you, in every organization, as one JSON file: profile, roles, teams, sessions,
        linked accounts, invitations, mails, API keys without their secrets, visits, and what you did.
      </p>
      <div className={form.actions}>
        <Button loading={isFetching} onClick={() => void download()}>
          Download your data
        </Button>
      </div>
    </FormSection>
  );
}
