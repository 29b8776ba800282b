import { pollSeconds, testRunMessageCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';
import { usePolling } from '../../../connection/usePolling.ts';

const { listTestRunMessages, postTestRunMessage, editTestRunMessage, deleteTestRunMessage } = testRunMessageCalls;

const messagesApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTestRunMessages: build.query(readOf(listTestRunMessages)),
    postTestRunMessage: build.mutation(changeOf(postTestRunMessage)),
    editTestRunMessage: build.mutation(changeOf(editTestRunMessage, { outdates: [listTestRunMessages] })),
    deleteTestRunMessage: build.mutation(changeOf(deleteTestRunMessage, { outdates: [listTestRunMessages] })),
  }),
});

export const { usePostTestRunMessageMutation, useEditTestRunMessageMutation, useDeleteTestRunMessageMutation } =
  messagesApi;

/** @returns the query of the newest messages about a run, kept fresh. */
export function useMessages(testRunId: string) {
  const query = messagesApi.useListTestRunMessagesQuery({ params: { id: testRunId } });
  usePolling(() => void query.refetch(), pollSeconds.messages);
  return query;
}
