import { queryOptions } from '@tanstack/react-query'
import { embedding } from '../../contract/embedding.ts'
import { t } from '../language/translate.ts'
import { getParsed } from '../requests/http.ts'
import { hostOrigin, isEmbedded } from '../state/embedded.ts'

/** Query for whether this page may buy figures in the frame that it is shown in (free). */
export const embeddingOptions = queryOptions({
  queryKey: ['embedding'],
  meta: { part: () => t('whether figures may be bought in this frame') },
  queryFn: ({ signal }) =>
    getParsed(`/api/embedding?${new URLSearchParams({ origin: hostOrigin() ?? '' })}`, embedding, signal),
  enabled: isEmbedded && hostOrigin() !== null,
  staleTime: Number.POSITIVE_INFINITY,
})
