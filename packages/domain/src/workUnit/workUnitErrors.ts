export const workUnitErrors = {
  'unit.notClaimed': { status: 409, text: 'This attempt of the unit was never claimed.' },
  'unit.claimed': { status: 409, text: 'Another runner has claimed this attempt of the unit.' },
  'unit.lost': { status: 409, text: 'The lease ran out: this work belongs to another runner now, or to none.' },
  'unit.completed': { status: 409, text: 'This attempt of the unit is complete; nothing more can be added.' },
  'unit.sequenceGap': { status: 409, text: 'Events are missing before this one. Send again from nextSequence.' },
  'unit.unknownTest': { status: 409, text: 'The test is not in the unit. Report it with testDiscovered first.' },
  'unit.testKnown': { status: 409, text: 'The test is in the unit already.' },
  'unit.testFinished': { status: 409, text: 'The test has its final result already.' },
  'unit.attemptOutOfOrder': {
    status: 409,
    text: 'Attempts of a test are numbered one after the other, over all leases of its unit; each has one result.',
  },
  'unit.testsUnfinished': {
    status: 409,
    text: 'Tests of the unit have no final result yet: send one for each, NOT_RUN where need be.',
  },
} as const;
