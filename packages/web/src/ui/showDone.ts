import { notifications } from '@mantine/notifications';

/** Says for two seconds, in the corner of the page, what was done where the page itself hardly shows it. */
export function showDone(message: string): void {
  notifications.show({ message, autoClose: 2000 });
}
