import { messages } from '@assay/contract';

export const environmentErrors = {
  'environment.notFound': { status: 404, text: 'There is no such environment.' },
  'environment.exists': { status: 409, text: 'This environment exists already.' },
  'environment.urlInvalid': { status: 400, text: 'Invalid URL', field: 'url' },
  'environment.variableValuesEmpty': { status: 400, text: 'Variable Values Empty', field: 'variables' },
  'environment.variableKeyTwice': { status: 400, text: messages.variableTwice, field: 'variables' },
  'environment.fileEmpty': { status: 400, text: 'Environment File Empty', field: 'variables' },
  'environment.versionNotFound': { status: 400, text: 'It had no such version.', field: 'revision' },
} as const;
