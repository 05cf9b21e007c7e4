import { InvalidArgumentError } from 'commander'
import { parseCountry } from '../../service/places/countries.ts'

/** Commander parser for an alpha-2 country code; returns it in lower case. */
export function alpha2(text: string): string {
  const country = parseCountry(text)
  if (country === null) {
    throw new InvalidArgumentError('Expected an ISO 3166-1 alpha-2 code, such as es, or gb for the United Kingdom.')
  }
  return country
}
