/** A folder of a bucket in object storage that speaks S3, and the keys to it. */
export interface S3Address {
  readonly bucket: string
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string
  /** The address of a server that is not Amazon's; null means Amazon's of the region. */
  readonly endpoint: string | null
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The session token of temporary keys. */
  readonly sessionToken: string | null
}

const SHAPE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*))?\/?$/

/** Reads `s3://bucket[/prefix]`; null when it is not such an address. */
export function parseS3Address(text: string): Pick<S3Address, 'bucket' | 'prefix'> | null {
  const [, bucket, prefix = ''] = SHAPE.exec(text) ?? []
  if (bucket === undefined || prefix.split('/').some((part) => part === '.' || part === '..')) return null
  return { bucket, prefix }
}

/** The address as people write it, without keys. */
export function s3Name({ bucket, prefix }: Pick<S3Address, 'bucket' | 'prefix'>): string {
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`
}

/**
 * The web address of an object. The bucket is part of the path where an endpoint is set, because few servers have a name
 * for each bucket, and where the bucket's name has a dot, which certificates do not cover.
 */
export function objectUrl({ bucket, prefix, endpoint, region }: S3Address, key: string): string {
  const path = `${prefix === '' ? '' : `${prefix}/`}${key}`
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, '')}/${bucket}/${path}`
  if (bucket.includes('.')) return `https://s3.${region}.amazonaws.com/${bucket}/${path}`
  return `https://${bucket}.s3.${region}.amazonaws.com/${path}`
}
