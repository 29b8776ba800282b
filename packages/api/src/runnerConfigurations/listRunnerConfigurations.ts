import { RunnerConfigurationView, runnerTypes } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';

/** The kinds of machine that pools are of and agents count as. They are given, so none is ever archived. */
export const listRunnerConfigurations = route({
  method: 'GET',
  url: '/runner-configurations',
  summary: 'The kinds of machine that runners can be of',
  permission: 'runnerPool.read',
  answer: Type.Array(RunnerConfigurationView),
  handle: async () => runnerTypes.map((type) => ({ id: type, key: type.toLowerCase(), archived: false })),
});
