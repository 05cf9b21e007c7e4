import { InvalidArgumentError } from 'commander'

/** Reads a country's alpha-2 code, to lower case; for commander's parsers. */
export function alpha2(text: string): string {
  if (!/^[a-z]{2}$/i.test(text)) throw new InvalidArgumentError('It should be an alpha-2 code such as es.')
  return text.toLowerCase()
}
