import { alertOf, previewAlert as preview } from '@assay/application';
import { alertCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const previewAlert = route(alertCalls.previewAlert, async ({ api, body, caller }) =>
  preview(api, caller.accountId, alertOf(body, null).settings, new Date()),
);
