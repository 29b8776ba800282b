import { triggerCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const triggersApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTriggers: build.query(readOf(triggerCalls.listTriggers)),
    getTrigger: build.query(readOf(triggerCalls.getTrigger)),
    createTrigger: build.mutation(changeOf(triggerCalls.createTrigger)),
    changeTrigger: build.mutation(changeOf(triggerCalls.changeTrigger)),
    archiveTrigger: build.mutation(changeOf(triggerCalls.archiveTrigger)),
    toggleTrigger: build.mutation(changeOf(triggerCalls.toggleTrigger)),
    runTrigger: build.mutation(changeOf(triggerCalls.runTrigger)),
  }),
});

export const {
  useListTriggersQuery,
  useGetTriggerQuery,
  useCreateTriggerMutation,
  useChangeTriggerMutation,
  useArchiveTriggerMutation,
  useToggleTriggerMutation,
  useRunTriggerMutation,
} = triggersApi;
