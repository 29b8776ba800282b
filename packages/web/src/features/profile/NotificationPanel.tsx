import { useNotificationSettings } from '../../connection/notificationSettings.ts';
import { useChangeNotificationSettingsMutation } from '../../connection/serviceHooks.ts';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { SavedSwitch } from '../../ui/form/SavedSwitch.tsx';
import { SlackMemberForm } from './SlackMemberForm.tsx';

/** How the person is told what happens in the open account, besides in the product. */
export function NotificationPanel() {
  const settings = useNotificationSettings();
  const [change] = useChangeNotificationSettingsMutation();
  if (!settings) return null;
  const { notifyByEmail, notifyBySlack, slackConnected } = settings;
  return (
    <FormSection title="Notification settings">
      <SavedSwitch
        label="Notify me by mail"
        description="When a run that you follow ends, a message names you, somebody asks you to review, or a quarantine that you see to ends soon. In Assay you are told in any case."
        checked={notifyByEmail}
        save={(chosen) => change({ body: { notifyByEmail: chosen, notifyBySlack } })}
      />
      {slackConnected ? (
        <SavedSwitch
          label="Notify me at Slack"
          description="The same, as a message of the app to you."
          checked={notifyBySlack}
          save={(chosen) => change({ body: { notifyByEmail, notifyBySlack: chosen } })}
        />
      ) : (
        <SlackMemberForm />
      )}
    </FormSection>
  );
}
