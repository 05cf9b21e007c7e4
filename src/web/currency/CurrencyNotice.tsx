import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BASE_CURRENCY } from '../../domain/currency.ts'
import { useShownCurrency } from '../figures/use-shown-currency.ts'
import { useAsOf } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { RequestError } from '../requests/http.ts'
import { retryFailed } from '../requests/query-client.ts'
import { useHomeCurrency } from '../tiles/page-tiles.ts'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import { useViewCells } from '../view/view-cells.ts'
import { askForRate, rateKey, useRateFindings } from './rate-findings.ts'
import { useRateRequest } from './use-rate-request.ts'

/** Why figures are not in the chosen currency, and what to do; otherwise nothing. */
export function CurrencyNotice() {
  const shown = useShownCurrency()
  return shown.kind === 'unknown' ? <UnknownRate {...shown} /> : null
}

function UnknownRate({ currency, isUnasked }: { currency: string; isUnasked: boolean }) {
  const base = useHomeCurrency()
  const client = useQueryClient()
  const mode = useSpendingMode()
  const as_of = useAsOf()
  const request = useRateRequest()
  const view = useViewCells()
  // Before figures arrive, it is not known which currency they have, nor whether they suffice. While the map moves, the last stays.
  const lack = request !== null ? 'rate' : view?.isSettled && view.edition !== null ? 'figures' : null
  const [lastLack, setLastLack] = useState(lack)
  if (lack !== null && lack !== lastLack) setLastLack(lack)
  const finding = useRateFindings(({ byRate }) => byRate[rateKey({ as_of: as_of ?? '', currency })])
  if (base !== BASE_CURRENCY) {
    return (
      <Notice kind="info">{t('Figures are in {base}. Only figures in US dollars can be converted.', { base })}</Notice>
    )
  }
  const ask = () => request && void askForRate(client, { ...request, confirmed: true })
  if (finding?.kind === 'failed') return <Failed error={finding.error} onRetry={ask} />
  if (finding?.kind === 'asking')
    return (
      <Notice kind="info">
        {t('Figures are in {base} for now: the {currency} rate is on its way.', { base, currency })}
      </Notice>
    )
  if (isUnasked) {
    return (
      <Notice kind="warning" action={{ label: t('Try again'), onPress: () => void retryFailed(client) }}>
        {t('Figures are in {base} for now: the {currency} rate could not be loaded.', { base, currency })}
      </Notice>
    )
  }
  if (mode === 'held-only') {
    return (
      <Notice kind="info">
        {t('Figures are in {base} for now: the {currency} rate has not been bought, and buying is turned off.', {
          base,
          currency,
        })}
      </Notice>
    )
  }
  if ((lack ?? lastLack) === null) return null
  if ((lack ?? lastLack) === 'figures') {
    return (
      <Notice kind="info">
        {t('Figures are in {base} for now: finding the {currency} rate needs a view with a few figures.', {
          base,
          currency,
        })}
      </Notice>
    )
  }
  return (
    <Notice
      kind="info"
      action={mode === 'ask' && request !== null ? { label: t('Find the rate: 1 call'), onPress: ask } : null}
    >
      {t('Figures are in {base} for now: the {currency} rate is not known yet.', { base, currency })}
    </Notice>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const refusal = error instanceof RequestError ? error.refusal() : null
  if (refusal === null) return <FailureNotice error={error} onRetry={onRetry} />
  return (
    <Notice kind="warning" requestId={refusal.request_id} action={{ label: t('Try again'), onPress: onRetry }}>
      {`${t('Figures are in {base}.', { base: BASE_CURRENCY })} ${refusalWords(refusal)}`}
    </Notice>
  )
}
