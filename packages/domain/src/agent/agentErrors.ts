export const agentErrors = {
  'agent.notFound': { status: 404, text: 'There is no such agent. Register it first.' },
  'agent.poolUnknown': {
    status: 409,
    text: 'There is no runner pool of that name. Make it under Runner Pools first, or leave --pool out.',
  },
  'agent.exited': { status: 409, text: 'This agent has left already. Start it again on its machine.' },
  'agent.replaced': { status: 409, text: 'This agent has been replaced already.' },
} as const;
