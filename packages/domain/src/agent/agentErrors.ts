export const agentErrors = {
  'agent.notFound': { status: 404, text: 'There is no such agent. Register it first.' },
} as const;
