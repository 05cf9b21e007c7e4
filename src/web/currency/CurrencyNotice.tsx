import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BASE_CURRENCY } from '../../domain/currency.ts'
import { useShownCurrency } from '../figures/use-shown-currency.ts'
import { filtersOptions } from '../queries/filters.ts'
import { RequestError } from '../queries/http.ts'
import { useAsOf } from '../queries/period.ts'
import { useSpendingMode } from '../queries/spending-mode.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { refusalWords } from '../ui/refusal-words.ts'
import { askForRate, rateKey, useRateFindings } from './rate-findings.ts'
import { useRateRequest } from './use-rate-request.ts'

/** Why figures are still in the base currency after another was chosen, and what to do; otherwise nothing. */
export function CurrencyNotice() {
  const shown = useShownCurrency()
  return shown.kind === 'unknown' ? <UnknownRate currency={shown.currency} /> : null
}

function UnknownRate({ currency }: { currency: string }) {
  const client = useQueryClient()
  const mode = useSpendingMode()
  const as_of = useAsOf()
  const request = useRateRequest()
  const offered = useQuery(filtersOptions).data?.currencies
  const finding = useRateFindings(({ byRate }) => byRate[rateKey({ as_of: as_of ?? '', currency })])
  if (offered && !offered.includes(currency)) {
    return (
      <Notice kind="warning">{`The statistics service does not offer ${currency}, so figures are in ${BASE_CURRENCY}.`}</Notice>
    )
  }
  const ask = () => request && void askForRate(client, { ...request, confirmed: true })
  if (finding?.kind === 'failed') return <Failed error={finding.error} onRetry={ask} />
  const still = `Figures are in ${BASE_CURRENCY} for now`
  if (finding?.kind === 'asking') return <Notice kind="info">{`${still}: the ${currency} rate is on its way.`}</Notice>
  if (mode === 'held-only') {
    return (
      <Notice kind="info">{`${still}: the ${currency} rate has not been bought, and buying is turned off.`}</Notice>
    )
  }
  if (request === null) {
    return <Notice kind="info">{`${still}: finding the ${currency} rate needs a view with a few figures.`}</Notice>
  }
  return (
    <Notice kind="info" action={mode === 'ask' ? { label: 'Find the rate: 1 call', onPress: ask } : null}>
      {`${still}: the ${currency} rate is not known yet.`}
    </Notice>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const refusal = error instanceof RequestError ? error.refusal() : null
  if (refusal === null) return <FailureNotice error={error} onRetry={onRetry} />
  return (
    <Notice kind="warning" requestId={refusal.request_id} action={{ label: 'Try again', onPress: onRetry }}>
      {`Figures are in ${BASE_CURRENCY}. ${refusalWords(refusal)}`}
    </Notice>
  )
}
