import { InvalidArgumentError } from 'commander'

/** Commander parser for an alpha-2 country code; returns it in lower case. */
export function alpha2(text: string): string {
  if (!/^[a-z]{2}$/i.test(text)) throw new InvalidArgumentError('Expected an alpha-2 code such as es.')
  return text.toLowerCase()
}
