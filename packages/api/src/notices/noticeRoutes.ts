import type { Route } from '../http/route.ts';
import { changeNotificationSettings } from './changeNotificationSettings.ts';
import { listNotices } from './listNotices.ts';
import { readNotices } from './readNotices.ts';

export const noticeRoutes: readonly Route[] = [listNotices, readNotices, changeNotificationSettings];
