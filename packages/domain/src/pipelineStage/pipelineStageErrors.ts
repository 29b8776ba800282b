import { messages } from '@assay/contract';

export const pipelineStageErrors = {
  'pipelineStage.notFound': { status: 404, text: 'There is no such pipeline stage.' },
  'pipelineStage.exists': { status: 409, text: 'This pipeline stage exists already.' },
  'pipelineStage.variableValuesEmpty': { status: 400, text: 'Variable Values Empty', field: 'variables' },
  'pipelineStage.variableKeyTwice': { status: 400, text: messages.variableTwice, field: 'variables' },
  'pipelineStage.fileEmpty': { status: 400, text: 'Environment File Empty', field: 'variables' },
  'pipelineStage.versionNotFound': { status: 400, text: 'It had no such version.', field: 'revision' },
} as const;
