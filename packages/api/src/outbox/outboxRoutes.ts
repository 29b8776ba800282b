import type { Route } from '../http/route.ts';
import { listOutbox } from './listOutbox.ts';
import { sendTestMail } from './sendTestMail.ts';

export const outboxRoutes: readonly Route[] = [listOutbox, sendTestMail];
