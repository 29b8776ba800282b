export const workflowErrors = {
  'workflow.notFound': { status: 404, text: 'There is no such workflow.' },
  'workflow.exists': { status: 409, text: 'This workflow exists already.' },
  'workflow.sameStepTwice': { status: 400, text: 'Two steps have the same id.', field: 'steps' },
  'workflow.leadsNowhere': {
    status: 400,
    text: 'A step leads to itself, or to a step that is not there.',
    field: 'steps',
  },
} as const;
