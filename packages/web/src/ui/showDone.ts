import { notifications } from '@mantine/notifications';

/** Shows for two seconds, in the corner of the page, what was done if the page itself hardly shows it. */
export function showDone(message: string): void {
  notifications.show({ message, autoClose: 2000 });
}
