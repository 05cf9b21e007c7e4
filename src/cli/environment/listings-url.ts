import type { S3Address } from '../../service/object-storage/s3-address.ts'
import { withoutPassword } from './secrets.ts'
import { UsageError } from './usage-error.ts'
import { BARE, isBareAddress, type Variables } from './variables.ts'

/** Amazon's oldest region, which other servers usually accept. */
const USUAL_REGION = 'us-east-1'

/** The object storage of listings, with the keys that other programs read from the same variables; null when none is set. */
export function listingsUrlOf(data: Variables): S3Address | null {
  const { LISTINGS_URL: address, AWS_ENDPOINT_URL_S3: endpoint = null, AWS_REGION: region = USUAL_REGION } = data
  if (address === undefined) return null
  if (endpoint !== null && !isBareAddress(endpoint)) {
    throw new UsageError(
      `AWS_ENDPOINT_URL_S3="${withoutPassword(endpoint)}" should be an address such as https://storage.example, ${BARE}`,
    )
  }
  if (!/^[a-z0-9-]+$/i.test(region)) throw new UsageError(`AWS_REGION="${region}" should be a region such as eu-west-1`)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = data
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new UsageError('LISTINGS_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; set both')
  }
  return { ...address, endpoint, region, accessKeyId, secretAccessKey, sessionToken: data.AWS_SESSION_TOKEN ?? null }
}
