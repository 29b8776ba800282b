import { Switch } from '@mantine/core';
import {
  useChangeNotificationSettingsMutation,
  useNotificationSettings,
} from '../../connection/notificationSettings.ts';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { showFailure } from '../../ui/showFailure.ts';

/** How the person is told what happens in the open account, besides in the product. */
export function NotificationPanel() {
  const settings = useNotificationSettings();
  const [change, { isLoading }] = useChangeNotificationSettingsMutation();
  if (!settings) return null;
  const { notifyByEmail, notifyBySlack } = settings;

  async function choose(chosen: boolean): Promise<void> {
    const { error } = await change({ body: { notifyByEmail: chosen, notifyBySlack } });
    if (error) showFailure(error);
  }

  return (
    <FormSection title="Notification settings">
      <Switch
        label="Notify me by mail"
        description="When a run that you follow ends, and when a message names you. In Assay you are told in any case."
        checked={notifyByEmail}
        disabled={isLoading}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
    </FormSection>
  );
}
