import type { AlertAction } from '@assay/contract';
import type { Icon } from '../../ui/icons/icon.tsx';
import { IconBellRinging, IconBrandSlack, IconBrandTeams, IconMail, IconWebhook } from '../../ui/icons/icons.ts';

const icons: Record<AlertAction, Icon> = {
  TRIGGER_WEBHOOK: IconWebhook,
  SEND_SLACK: IconBrandSlack,
  SEND_MICROSOFT_TEAMS: IconBrandTeams,
  TRIGGER_OPSGENIE: IconBellRinging,
  SEND_EMAIL: IconMail,
};

export function ActionIconOf({ action }: { action: AlertAction }) {
  const Icon = icons[action];
  return <Icon size={16} stroke={1.75} aria-hidden />;
}
