import { setupOf, unitOf, unitsOf } from '../../test/offeredWork.ts';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import { WorkOffers } from './workOffers.ts';
import { openWorkCollections } from './workRows.ts';
import { type WorkedRun, WorkSeats } from './workSeats.ts';

/** Ends the run after its units were made ready and before its seats are provided. */
class SeatsOfARunThatEnds extends WorkSeats {
  end: (run: WorkedRun) => Promise<void> = async () => undefined;

  override async provide(...wanted: Parameters<WorkSeats['provide']>): Promise<void> {
    await this.end(wanted[0]);
    await super.provide(...wanted);
  }
}

describe('work offered while its run is ended', () => {
  let under: OperationsUnderTest;
  let seats: SeatsOfARunThatEnds;
  let offers: WorkOffers;
  beforeEach(async () => {
    under = await startOperations();
    const rows = await openWorkCollections(under.db);
    seats = new SeatsOfARunThatEnds(rows, under.clock.now);
    offers = new WorkOffers(rows, seats, under.clock.now);
  });
  afterEach(() => under.stop());

  const left = async () => ({
    ready: await under.db.collection('workUnits').countDocuments({ state: 'ready' }),
    staying: await under.db.collection('workUnits').countDocuments({ expiresAt: null }),
    seats: await under.db.collection('workSeats').countDocuments(),
  });

  it('is withdrawn if the run was canceled', async () => {
    seats.end = ({ testRunId }) => under.operations.workQueue.cancelRun(testRunId);
    await offers.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)]));
    await offers.offerSetup(setupOf('run2'));
    expect(await left()).toEqual({ ready: 0, staying: 0, seats: 0 });
  });

  it('is withdrawn if the run has ended', async () => {
    seats.end = ({ testRunId }) => under.operations.workQueue.forgetRun(testRunId);
    await offers.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)]));
    expect(await left()).toEqual({ ready: 0, staying: 0, seats: 0 });
  });

  it('stays if the run goes on', async () => {
    await offers.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)], { seats: 3 }));
    expect(await left()).toEqual({ ready: 2, staying: 2, seats: 3 });
  });
});
