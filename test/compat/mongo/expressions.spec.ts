import { type Collection, Decimal128, type Document, Double, Long, ObjectId } from 'mongodb';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

describe('aggregation expressions', () => {
  let mongo: MongoUnderTest;
  let things: Collection<{ _id: number; [field: string]: unknown }>;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
    things = mongo.db.collection(`things_${new ObjectId().toHexString()}`);
    await things.insertOne({ _id: 1, a: [1, 2, 3, 4], s: 'Łódź 😀', at: new Date('2024-12-30T23:30:00.045Z') });
  });
  afterAll(() => mongo.stop());

  const project = (projection: Document): Promise<Document[]> => things.aggregate([{ $project: projection }]).toArray();
  async function compute(expression: unknown): Promise<unknown> {
    const [result] = await project({ _id: 0, v: expression });
    return result?.v;
  }
  const refusal = async (expression: unknown): Promise<unknown> => (await serverError(compute(expression))).code;

  it('slice arrays in $project and in the projection of a query', async () => {
    expect(await project({ a: { $slice: ['$a', 1] } })).toEqual([{ _id: 1, a: [1] }]);
    expect(await project({ a: { $slice: ['$a', -3, 2] } })).toEqual([{ _id: 1, a: [2, 3] }]);
    expect(await things.findOne({}, { projection: { a: { $slice: ['$a', 1] } } })).toEqual({ _id: 1, a: [1] });
    expect(await things.findOne({}, { projection: { a: { $slice: [1, 1] }, s: 0, at: 0 } })).toEqual({
      _id: 1,
      a: [2],
    });
    expect((await serverError(project({ a: { $slice: 2 } }))).code).toBe(28667);
    expect(await compute({ $slice: ['$a', 1, '$missing'] })).toBeNull();
    expect(await refusal({ $slice: ['$a', 1.5] })).toBe(28726);
    expect(await refusal({ $slice: ['$a', 1, 0] })).toBe(28729);
  });

  it('filter arrays up to a limit', async () => {
    const filtered = (limit: unknown) => ({ $filter: { input: '$a', cond: { $gt: ['$$this', 1] }, limit } });
    expect(await compute(filtered(2))).toEqual([2, 3]);
    expect(await compute(filtered('$missing'))).toEqual([2, 3, 4]);
    expect(await refusal(filtered(0))).toBe(327392);
    expect(await refusal(filtered('x'))).toBe(327391);
  });

  it('take elements by whole positions only', async () => {
    expect(await compute({ $arrayElemAt: ['$a', new Double(1)] })).toBe(2);
    expect(await refusal({ $arrayElemAt: ['$a', 1.5] })).toBe(28691);
  });

  it('round to places and to powers of ten, halves to even', async () => {
    for (const [number, places, rounded, cut] of [
      [15, -1, 20, 10],
      [25, -1, 20, 20],
      [-15, -1, -20, -10],
      [2.5, 0, 2, 2],
      [0.15, 1, 0.1, 0.1],
      [2.675, 2, 2.67, 2.67],
      [1234.5678, 2, 1234.57, 1234.56],
      [-1234.5678, -2, -1200, -1200],
      [7, 3, 7, 7],
    ]) {
      expect({ number, places, rounded: await compute({ $round: [number, places] }) }).toEqual({
        number,
        places,
        rounded,
      });
      expect({ number, places, cut: await compute({ $trunc: [number, places] }) }).toEqual({ number, places, cut });
    }
    const [typed] = await things
      .aggregate(
        [
          {
            $project: {
              int: { $round: [2147483647, -1] },
              long: { $round: [Long.fromNumber(15), -1] },
              decimal: { $round: [Decimal128.fromString('2.345'), 2] },
              floor: { $floor: Decimal128.fromString('-1.5') },
              ceil: { $ceil: Decimal128.fromString('1.5') },
              rest: { $mod: [Decimal128.fromString('-7.5'), 2] },
            },
          },
        ],
        { promoteValues: false },
      )
      .toArray();
    expect(typed).toMatchObject({ int: Long.fromString('2147483650'), long: Long.fromNumber(20) });
    expect([typed?.decimal, typed?.floor, typed?.ceil, typed?.rest].map(String)).toEqual(['2.34', '-2', '2', '-1.5']);
    expect(await compute({ $round: [1.5, '$missing'] })).toBeNull();
    expect(await refusal({ $round: [1.5, 0.5] })).toBe(51082);
    expect(await refusal({ $trunc: [1.5, 101] })).toBe(51083);
    expect(await refusal({ $round: ['$s'] })).toBe(51081);
    expect(await refusal({ $ceil: '$s' })).toBe(28765);
    expect(await refusal({ $mod: ['$s', 2] })).toBe(16611);
  });

  it('cut text by code points, whole and not negative', async () => {
    expect(await compute({ $substrCP: ['$s', 3, 3] })).toBe('ź 😀');
    expect(await refusal({ $substrCP: ['$s', -1, 2] })).toBe(34455);
    expect(await refusal({ $substrCP: ['$s', 0, -1] })).toBe(34454);
    expect(await refusal({ $substrCP: ['$s', 0.5, 2] })).toBe(34451);
    expect(await refusal({ $substrCP: ['$s', '0', 2] })).toBe(34450);
    expect(await refusal({ $substrCP: ['$a', 0, 2] })).toBe(16007);
    expect(await refusal({ $split: ['$s', ''] })).toBe(40087);
  });

  it('change the case of ASCII letters, and of no arrays', async () => {
    expect(await compute({ $toLower: '$s' })).toBe('Łódź 😀');
    expect(await compute({ $toUpper: 'aÿ1' })).toBe('Aÿ1');
    expect(await compute({ $toLower: 5 })).toBe('5');
    expect(await compute({ $toLower: null })).toBe('');
    for (const operator of ['$toLower', '$toUpper']) {
      expect(await refusal({ [operator]: [['$a']] })).toBe(16007);
      expect(await refusal({ [operator]: true })).toBe(16007);
    }
    expect(await compute({ $strcasecmp: ['abc', 'ABD'] })).toBe(-1);
  });

  it('trim blanks, or the characters asked for', async () => {
    expect(await compute({ $trim: { input: ' \u0000\n\u00a0x y\u2003' } })).toBe('x y');
    expect(await compute({ $trim: { input: '\u3000x' } })).toBe('\u3000x');
    expect(await compute({ $trim: { input: '-=x-y=-', chars: '=-' } })).toBe('x-y');
    expect(await compute({ $trim: { input: '😀x😀', chars: '😀' } })).toBe('x');
    expect(await compute({ $trim: { input: 'aaa', chars: 'a' } })).toBe('');
    expect(await compute({ $trim: { input: ' x ', chars: '$missing' } })).toBeNull();
    expect(await refusal({ $trim: { input: ' x ', chars: 5 } })).toBe(50700);
  });

  it('write dates by every specifier', async () => {
    const written = (date: string, format: string) => compute({ $dateToString: { date: new Date(date), format } });
    expect(await written('2024-12-30T23:30:00.045Z', '%d %b (%B) %Y, %j %u %w %%')).toBe(
      '30 Dec (December) 2024, 365 1 2 %',
    );
    for (const [date, weeks] of [
      ['2024-12-30', '52 2025-W01'],
      ['2023-01-01', '01 2022-W52'],
      ['2021-01-03', '01 2020-W53'],
      ['2021-01-02', '00 2020-W53'],
      ['2016-02-29', '09 2016-W09'],
      ['2022-12-31', '52 2022-W52'],
    ]) {
      expect({ date, weeks: await written(String(date), '%U %G-W%V') }).toEqual({ date, weeks });
    }
    expect(await compute({ $dateToString: { date: '$at', timezone: 'Europe/Warsaw' } })).toBe(
      '2024-12-31T00:30:00.045',
    );
    expect(await compute({ $dateToString: { date: '$at', timezone: '$missing' } })).toBeNull();
    expect(await compute({ $dateToString: { date: '$at', format: '$missing' } })).toBeNull();
    expect(await compute({ $hour: { date: '$at', timezone: '$missing' } })).toBeNull();
    expect(await refusal({ $dateToString: { date: '$at', format: '%Y %' } })).toBe(18535);
    expect(await refusal({ $dateToString: { date: '$at', format: '%q' } })).toBe(18536);
  });
});
