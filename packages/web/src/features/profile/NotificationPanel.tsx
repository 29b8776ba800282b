import { useNotificationSettings } from '../../connection/notificationSettings.ts';
import { useChangeNotificationSettingsMutation } from '../../connection/serviceHooks.ts';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { SavedSwitch } from '../../ui/form/SavedSwitch.tsx';
import { SlackMemberForm } from './SlackMemberForm.tsx';

/** How a person is notified about the open account outside the product. */
export function NotificationPanel() {
  const settings = useNotificationSettings();
  const [change] = useChangeNotificationSettingsMutation();
  if (!settings) return null;
  const { notifyByEmail, notifyBySlack, slackConnected } = settings;
  return (
    <FormSection title="Notification settings">
      <SavedSwitch
        label="Notify me by mail"
        description="When a run you follow ends, a message mentions you, a review is assigned to you, or a quarantine you own expires soon. In-app notifications are always on."
        checked={notifyByEmail}
        save={(chosen) => change({ body: { notifyByEmail: chosen, notifyBySlack } })}
      />
      {slackConnected ? (
        <SavedSwitch
          label="Notify me at Slack"
          description="The same, as a direct message from the app."
          checked={notifyBySlack}
          save={(chosen) => change({ body: { notifyByEmail, notifyBySlack: chosen } })}
        />
      ) : (
        <SlackMemberForm />
      )}
    </FormSection>
  );
}
