import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { t } from '../language/translate.ts'
import { useAgreedPurchase } from '../metered/agreed-purchase.ts'
import { costWords } from './quote-words.ts'

/** Speaks what a purchase has brought and cost once it is done, if the viewer agreed to it; the page's own are not spoken. */
export function PurchaseVoice() {
  const { last, count } = useAgreedPurchase()
  return (
    <VisuallyHidden role="status" data-testid="purchase-voice">
      {last && <span key={count}>{t('Bought: {cost}.', { cost: costWords(last) })}</span>}
    </VisuallyHidden>
  )
}
