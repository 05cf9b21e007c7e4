import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { useRecordWord } from '../free/coverage.ts'
import { useEarlierEdition } from '../metric/use-earlier-edition.ts'
import { usePage } from '../state/store.ts'
import { useViewCells } from '../view/view-cells.ts'
import { viewWords } from './view-words.ts'

/** Speaks what a new view holds, once all of its figures have arrived; of months that play, only the last. */
export function ViewVoice() {
  const isPlaying = usePage((page) => page.isPlaying)
  const view = useViewCells()
  const records = useRecordWord()
  const since = useEarlierEdition(view?.name ?? null)
  return (
    <VisuallyHidden role="status" data-testid="view-voice">
      {view?.isSettled && !isPlaying && viewWords(view, since, records)}
    </VisuallyHidden>
  )
}
