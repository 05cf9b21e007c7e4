import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition, useEffect } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { coverageOptions } from './free/coverage.ts'
import { filtersOptions } from './free/filters.ts'
import { periodOptions } from './free/period.ts'
import { t } from './language/translate.ts'
import { useLocale } from './language/use-locale.ts'
import { meterOptions } from './metered/meter.ts'
import { openPage } from './open-page.ts'
import { makeQueryClient } from './requests/query-client.ts'
import { ShownFigures } from './scale/ShownFigures.tsx'
import { ErrorBoundary } from './ui/failures/ErrorBoundary.tsx'

/** Milliseconds that the first rendering waits for answers: what has come by then is read in less. */
const READING_MS = 50

/** Replaces the frame of index.html by the page. `isInLanguage` is false when the words of the reader's language are missing. */
export async function startPage({ isInLanguage }: { isInLanguage: boolean }): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id "root"')
  openPage({ isInLanguage })
  forgetLoads()
  const client = makeQueryClient()
  await readEarlyAnswers(client)
  const page = createRoot(root)
  // React renders a transition in slices of a few milliseconds, between which the browser can answer the reader.
  startTransition(() =>
    page.render(
      <StrictMode>
        <Page client={client} />
      </StrictMode>,
    ),
  )
}

/** Reads what main.ts requested, if it is there: the whole page would be rendered again for each answer. */
async function readEarlyAnswers(client: QueryClient): Promise<void> {
  const read = [
    client.prefetchQuery(periodOptions),
    client.prefetchQuery(coverageOptions),
    client.prefetchQuery(filtersOptions),
    client.prefetchQuery(meterOptions),
  ]
  await Promise.race([Promise.all(read), new Promise((resolve) => setTimeout(resolve, READING_MS))])
}

/** A page that has come may be loaded three times again, should it fail later (public/first-words.js). */
function forgetLoads(): void {
  try {
    window.sessionStorage.removeItem('squaremetre.loads')
  } catch {
    // Storage is blocked, so that nothing was counted either.
  }
}

/** Everything, in the language in force. The elements are created here, so that another language reaches all of them. */
function Page({ client }: { client: QueryClient }) {
  const locale = useLocale()
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return (
    <I18nProvider locale={locale}>
      <ErrorBoundary part={t('The page')}>
        <QueryClientProvider client={client}>
          <ShownFigures>
            <App />
          </ShownFigures>
        </QueryClientProvider>
      </ErrorBoundary>
    </I18nProvider>
  )
}
