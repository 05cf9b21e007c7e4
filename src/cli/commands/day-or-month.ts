import { InvalidArgumentError } from 'commander'

/** Commander parser for a day or a month, as 2019-04-30 or 2019-04; returns it as it is. */
export function dayOrMonth(text: string): string {
  const day = /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null
  // The 31st of April would be the 1st of May.
  if (date === null || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) {
    throw new InvalidArgumentError('Expected a day or a month, such as 2019-04-30 or 2019-04.')
  }
  return text
}
