import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Filters } from '../../contract/service/filters/received-filters.ts'
import { BASE_CURRENCY } from '../../domain/currency.ts'
import { lensKey } from '../../domain/lens.ts'
import { currencySetting } from '../currency/currency-choice.ts'
import { filtersOptions } from '../free/filters.ts'
import { t } from '../language/translate.ts'
import { noteAboutLink } from '../state/about-link.ts'
import type { Address } from '../state/address/address.ts'
import { getAddress, setAddress, useAddress } from '../state/use-address.ts'
import { useHomeCurrency } from '../tiles/page-tiles.ts'
import { knownLens } from './known-lens.ts'

/**
 * Leaves out what a link chooses and the service does not offer: filters and a currency. The page says which. Where the
 * service lists no sales, figures are of an offer that it lists.
 */
export function useKnownChoices(): void {
  const offered = useQuery(filtersOptions).data
  const base = useHomeCurrency()
  const choice = useAddress(choiceText)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the choices in the address
  useEffect(() => {
    if (offered === undefined) return
    leaveOutFilters(offered)
    leaveOutCurrency(offered, base)
  }, [offered, base, choice])
}

function choiceText({ lens, beside, currency }: Address): string {
  return [lensKey(lens), beside?.kind === 'lens' && lensKey(beside.lens), currency].join(' ')
}

function leaveOutFilters(offered: Filters): void {
  const { lens, beside } = getAddress()
  const first = knownLens(lens, offered)
  const second = knownLens(beside?.kind === 'lens' ? beside.lens : {}, offered)
  const unknown = [...first.unknown, ...second.unknown]
  for (const filter of unknown) {
    noteAboutLink(t('The statistics service does not have the filter “{filter}”, so it was left out.', { filter }))
  }
  if (lensKey(first.lens) !== lensKey(lens)) setAddress({ lens: first.lens }, 'replace')
  if (beside?.kind === 'lens' && lensKey(second.lens) !== lensKey(beside.lens)) {
    // Two maps of the same would be no comparison.
    const isSame = lensKey(second.lens) === lensKey(first.lens)
    setAddress({ beside: isSame ? null : { kind: 'lens', lens: second.lens } }, 'replace')
  }
}

function leaveOutCurrency({ currencies }: Filters, base: string): void {
  const { currency } = getAddress()
  if (currency === BASE_CURRENCY || currency === base || currencies.length === 0 || currencies.includes(currency))
    return
  noteAboutLink(t('The statistics service does not offer {currency}, so figures are in {base}.', { currency, base }))
  // One that was remembered would be reported with every visit.
  if (currencySetting.read() === currency) currencySetting.keep(BASE_CURRENCY)
  setAddress({ currency: BASE_CURRENCY }, 'replace')
}
