import { defaultProjectSettings } from '@assay/contract';
import { eventSchemas } from '@assay/event-schemas';
import { eventCatalogue, openEventCatalogue } from './eventCatalogue.ts';
import { upcasters } from './upcasters.ts';

const versions = (...numbers: number[]) =>
  numbers.map((version) => ({ name: 'ParcelSent', version, schema: { type: 'object' } }));
const keep = (data: object) => ({ ...data });
/** What is never taken where a set stays open. */
const notInSet = ['', 'Name', 'two words', '__proto__', 'a'.repeat(61)];

describe('the catalogue of events', () => {
  it('has an upcaster for every version of every event but the newest', () => {
    expect(() => openEventCatalogue(eventSchemas, upcasters)).not.toThrow();
  });

  it('reads what triggers did before they could start test plans', () => {
    const fired = eventCatalogue.upcast('TriggerSlotFired', 1, { testRunId: 'run' });
    const queued = eventCatalogue.upcast('TriggerSlotQueued', 1, { behind: 'run' });
    const skipped = eventCatalogue.upcast('TriggerSlotSkipped', 1, { blockedBy: 'run' });
    expect([fired, queued, skipped]).toEqual([
      { testRunId: 'run', testPlanRunId: null },
      { behind: 'run', behindPlanRun: null },
      { blockedBy: 'run', blockedByPlanRun: null },
    ]);
  });

  it('reads results from before failures had frames', () => {
    const finished = { testId: 'adds', status: 'FAIL', error: 'boom' };
    const imported = { results: [{ testId: 'adds', attempts: [{ status: 'FAIL', error: 'boom' }] }] };
    expect(eventCatalogue.upcast('TestFinished', 1, finished)).toEqual({ ...finished, frames: [] });
    expect(eventCatalogue.upcast('TestResultsImported', 1, imported)).toEqual(imported);
  });

  it.each([
    [
      'an upcaster is missing',
      versions(1, 2, 3),
      { ParcelSent: { 1: keep } },
      'ParcelSent.v2 has no upcaster to version 3',
    ],
    ['an event has no upcaster at all', versions(1, 2), {}, 'ParcelSent.v1 has no upcaster to version 2'],
    ['a version was left out', versions(1, 3), { ParcelSent: { 1: keep, 2: keep } }, 'ParcelSent.v2 has no schema'],
    [
      'an upcaster leads nowhere',
      versions(1),
      { ParcelSent: { 1: keep } },
      'an upcaster takes ParcelSent.v1 to no version',
    ],
    [
      'an upcaster is for no event',
      versions(1),
      { ParcelLost: { 1: keep } },
      'an upcaster takes ParcelLost.v1 to no version',
    ],
  ])('does not open when %s', (_, schemas, known, message) => {
    expect(() => openEventCatalogue(schemas, known)).toThrow(message);
  });

  it('takes data to the newest version step by step', () => {
    const catalogue = openEventCatalogue(versions(1, 2, 3), {
      ParcelSent: {
        1: ({ kilos, ...rest }) => ({ ...rest, grams: Number(kilos) * 1000 }),
        2: (data) => ({ ...data, insured: false }),
      },
    });
    expect(catalogue.upcast('ParcelSent', 1, { to: 'Ada', kilos: 2 })).toEqual({
      to: 'Ada',
      grams: 2000,
      insured: false,
    });
    expect(catalogue.upcast('ParcelSent', 2, { to: 'Ada', grams: 5 })).toEqual({ to: 'Ada', grams: 5, insured: false });
    const newest = { to: 'Ada', grams: 5, insured: true };
    expect(catalogue.upcast('ParcelSent', 3, newest)).toBe(newest);
  });

  it('refuses what a newer version of the service wrote, and a version that never was', () => {
    const catalogue = openEventCatalogue(versions(1, 2), { ParcelSent: { 1: keep } });
    const upcast = (version: number) => () => catalogue.upcast('ParcelSent', version, {});
    expect(upcast(3)).toThrow('written as version 3 by a newer version of the service. This one reads up to version 2');
    expect(upcast(0)).toThrow('written as version 0, which never existed');
  });

  it.each(Object.keys(defaultProjectSettings))('takes the change of the setting %s', (setting) => {
    const data = { projectId: 'shop', setting, from: null, to: null, gitCredentials: null };
    expect(() => eventCatalogue.check({ type: 'ProjectSettingChanged', data })).not.toThrow();
  });

  it('takes a setting that is yet to come, but no other text', () => {
    const check = (setting: string) => () =>
      eventCatalogue.check({
        type: 'ProjectSettingChanged',
        data: { projectId: 'shop', setting, from: null, to: null, gitCredentials: null },
      });
    expect(check('maxMemoryMB')).not.toThrow();
    for (const text of notInSet) expect(check(text)).toThrow(TypeError);
  });

  it('takes a kind of reservation that is yet to come, but no other text', () => {
    const check = (kind: string) => () =>
      eventCatalogue.check({ type: 'NameReserved', data: { kind, scope: 'demo', ownerStream: 'release-1' } });
    expect(check('releaseKey')).not.toThrow();
    for (const text of notInSet) expect(check(text)).toThrow(TypeError);
  });
});
