import { testRunMessageCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const { listTestRunMessages, postTestRunMessage, editTestRunMessage, deleteTestRunMessage } = testRunMessageCalls;

const messagesApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTestRunMessages: build.query(readOf(listTestRunMessages)),
    postTestRunMessage: build.mutation(changeOf(postTestRunMessage)),
    editTestRunMessage: build.mutation(changeOf(editTestRunMessage, { outdates: [listTestRunMessages] })),
    deleteTestRunMessage: build.mutation(changeOf(deleteTestRunMessage, { outdates: [listTestRunMessages] })),
  }),
});

export const {
  useListTestRunMessagesQuery,
  usePostTestRunMessageMutation,
  useEditTestRunMessageMutation,
  useDeleteTestRunMessageMutation,
} = messagesApi;
