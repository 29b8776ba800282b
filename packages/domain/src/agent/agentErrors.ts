export const agentErrors = {
  'agent.notFound': { status: 404, text: 'There is no such agent. Register it first.' },
  'agent.poolUnknown': {
    status: 409,
    text: 'There is no runner pool of that name. Make it under Runner Pools first, or leave --pool out.',
  },
} as const;
