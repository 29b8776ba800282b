import { SingleFlight } from '@assay/concurrency';
import type { AccountId, AuthorizationView } from '@assay/contract';
import { type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import type { AccountReader } from '../readers.ts';
import { authorizationReads } from './authorizationReads.ts';

const connected = (accountId: string, provider: string) => ({
  _id: `${accountId}-${provider}` as never,
  accountId,
  provider,
  revoked: false,
});

describe('connected services', () => {
  let stores: StoresUnderTest;
  let finds = 0;
  let readOf: (accountId: string) => Promise<string[]>;
  beforeAll(async () => {
    stores = await startStores();
    const collection = stores.readModelDb.collection('authorizations_tried');
    await collection.insertMany([
      connected('acme', 'gitlab'),
      connected('acme', 'github'),
      connected('globex', 'slack'),
    ]);
    const find = (...given: Parameters<typeof collection.find>) => {
      finds += 1;
      return collection.find(...given);
    };
    const shared = {
      collections: { authorizations: { find } },
      authorizations: new SingleFlight<AccountId, AuthorizationView[]>(),
    };
    readOf = async (accountId) => {
      const reader = { ...shared, accountId: accountId as AccountId } as unknown as AccountReader;
      return (await authorizationReads.authorizations(reader)).map(({ provider }) => provider);
    };
  });
  afterAll(() => stores.stop());
  beforeEach(() => {
    finds = 0;
  });

  it('are looked up twice at most for all units that agents claim at the same time', async () => {
    const found = await Promise.all(Array.from({ length: 64 }, () => readOf('acme')));
    expect(found).toEqual(Array.from({ length: 64 }, () => ['github', 'gitlab']));
    expect(finds).toBe(2);
  });

  it('are those of the account that asks', async () => {
    expect(await Promise.all([readOf('acme'), readOf('globex')])).toEqual([['github', 'gitlab'], ['slack']]);
  });

  it('show what was connected before they are asked for', async () => {
    const before = readOf('globex');
    await stores.readModelDb.collection('authorizations_tried').insertOne(connected('globex', 'github'));
    expect(await readOf('globex')).toEqual(['github', 'slack']);
    await before;
  });
});
