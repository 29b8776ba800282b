import { join } from 'node:path';

/** An S3-compatible bucket and a prefix in it reserved for this installation. */
export type BucketPlace = {
  bucket: string;
  /** Prefix of each key: empty, or ending in a slash. */
  prefix: string;
  region: string;
  /** For servers other than Amazon's. */
  endpoint: string | null;
  /** Whether the bucket is part of the path rather than of the host name. */
  forcePathStyle: boolean;
};

/** Where blobs are stored: in a folder, or in a bucket that replaces the folder. */
export type BlobPlace = { folder: string; bucket: BucketPlace | null };

const example = 's3://bucket/prefix?region=eu-central-1';
const known = ['region', 'endpoint', 'forcePathStyle'];

function refuse(why: string): never {
  // Without the value: it may contain a key.
  throw new RangeError(`ASSAY_BLOBS_URL ${why}. It looks like ${example}&endpoint=https://s3.example.org.`);
}

function endpointOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    refuse('must have an endpoint with http:// or https:// and a host');
  if (url.username !== '' || url.password !== '') refuse('must not contain credentials');
  return url.origin;
}

/**
 * @returns the bucket in `ASSAY_BLOBS_URL`; null: blobs are files
 * @throws RangeError unless it is the address of a bucket
 */
export function bucketPlaceOf(env: NodeJS.ProcessEnv): BucketPlace | null {
  const text = env.ASSAY_BLOBS_URL;
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:') refuse('must start with s3://');
  const { hostname: bucket, pathname, searchParams } = url;
  if (url.username !== '' || url.password !== '') refuse('must not contain credentials');
  if (url.port !== '' || !/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/.test(bucket)) refuse('has no valid bucket');
  if (url.hash !== '' || !/^[\w./-]*$/.test(pathname))
    refuse('may have only letters, digits and . _ - / in its prefix');
  const unknown = [...searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`has an unknown part ${unknown}; it knows ${known.join(', ')}`);
  const style = searchParams.get('forcePathStyle') ?? 'false';
  if (style !== 'true' && style !== 'false') refuse('must have true or false for forcePathStyle');

  const endpoint = searchParams.get('endpoint');
  const region = searchParams.get('region') || env.AWS_REGION || env.AWS_DEFAULT_REGION || (endpoint && 'us-east-1');
  if (!region) refuse('has no region');
  const prefix = pathname.split('/').filter(Boolean).join('/');
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    endpoint: endpoint === null ? null : endpointOf(endpoint),
    forcePathStyle: style === 'true',
  };
}

/** @returns where the blobs of an installation are. @throws RangeError for a wrong `ASSAY_BLOBS_URL` */
export function blobPlaceOf(dataDir: string, env: NodeJS.ProcessEnv): BlobPlace {
  return { folder: join(dataDir, 'blobs'), bucket: bucketPlaceOf(env) };
}

/** A readable form; two processes share blobs when it is equal. */
export function shownBucket({ bucket, prefix, endpoint }: BucketPlace): string {
  return `s3://${bucket}/${prefix.replace(/\/$/, '')}${endpoint === null ? '' : ` at ${new URL(endpoint).host}`}`;
}
