import type { Route } from '../http/route.ts';
import { deleteTestRunMessage } from './deleteTestRunMessage.ts';
import { editTestRunMessage } from './editTestRunMessage.ts';
import { listTestRunMessages } from './listTestRunMessages.ts';
import { postTestRunMessage } from './postTestRunMessage.ts';

export const testRunMessageRoutes: readonly Route[] = [
  listTestRunMessages,
  postTestRunMessage,
  editTestRunMessage,
  deleteTestRunMessage,
];
