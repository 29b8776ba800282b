import { bucketPlaceOf, shownBucket } from './blobPlace.ts';

const placeOf = (url: string, more: NodeJS.ProcessEnv = {}) => bucketPlaceOf({ ASSAY_BLOBS_URL: url, ...more });

describe('ASSAY_BLOBS_URL', () => {
  it('is optional', () => {
    expect([bucketPlaceOf({}), placeOf('')]).toEqual([null, null]);
  });

  it('accepts a bucket of Amazon, with a region', () => {
    const place = placeOf('s3://my-evidence/teams/assay/?region=eu-central-1');
    expect(place).toEqual({
      bucket: 'my-evidence',
      prefix: 'teams/assay/',
      region: 'eu-central-1',
      endpoint: null,
      forcePathStyle: false,
    });
    expect(place && shownBucket(place)).toBe('s3://my-evidence/teams/assay');
    expect(placeOf('s3://my-evidence', { AWS_REGION: 'us-west-2' })).toMatchObject({ region: 'us-west-2', prefix: '' });
  });

  it('accepts another server, with or without a region', () => {
    const place = placeOf('s3://evidence?endpoint=http://minio.internal:9000&forcePathStyle=true');
    expect(place).toMatchObject({ endpoint: 'http://minio.internal:9000', region: 'us-east-1', forcePathStyle: true });
    expect(place && shownBucket(place)).toBe('s3://evidence/ at minio.internal:9000');
  });

  it.each([
    ['https://bucket.s3.amazonaws.com', 'must start with s3://'],
    ['evidence', 'must start with s3://'],
    ['s3://', 'has no valid bucket'],
    ['s3://a?region=x', 'has no valid bucket'],
    ['s3://evidence', 'has no region'],
    ['s3://id:secret@evidence?region=x', 'must not contain credentials'],
    ['s3://evidence?region=x&endpoint=https://id:secret@minio', 'must not contain credentials'],
    ['s3://evidence?endpoint=minio:9000', 'must have an endpoint'],
    ['s3://evidence?region=x&forcePathStyle=yes', 'must have true or false for forcePathStyle'],
    ['s3://evidence?region=x&pathStyle=true', 'has an unknown part pathStyle'],
    ['s3://evidence/a%20b?region=x', 'may have only letters'],
  ])('refuses %s', (url, why) => {
    expect(() => placeOf(url)).toThrow(RangeError);
    expect(() => placeOf(url)).toThrow(why);
    expect(() => placeOf(url)).not.toThrow('secret');
  });
});
