import { type ComponentType, lazy, Suspense, useState } from 'react'
import { t } from '../../language/translate.ts'
import { isOffline } from '../../requests/is-offline.ts'
import { savesData } from '../device/saves-data.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LoadingPart } from './LoadingPart.tsx'

/** Milliseconds after the first view is drawn until the programs of other parts are fetched ahead. */
const AHEAD_AFTER_MS = 4_000

/** What is still to load. */
const waiting = new Set<() => Promise<unknown>>()

interface LaterOptions {
  /** Nothing stands in its place until it arrives. */
  readonly isSilent?: boolean
}

/** Returns a component whose program arrives when it is first shown, or before that while the page has nothing to do. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isSilent = false }: LaterOptions = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async () => {
    loaded = await load()
    waiting.delete(loadOnce)
    return { default: loaded }
  }
  waiting.add(loadOnce)
  const Late = lazy(loadOnce)
  return function Later(props: Props) {
    // What has already arrived is shown in the same frame. What was shown as late stays, so that it keeps its state.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? Late)
    const part = t('This part of the page')
    return (
      <ErrorBoundary part={part}>
        <Suspense
          fallback={<LoadingPart part={part}>{isSilent ? null : <p role="status">{t('Loading…')}</p>}</LoadingPart>}
        >
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

let isAhead = false

/** Fetches one after the other what is still to load, now that a view is drawn; nothing where the reader saves data. */
export function loadAhead(): void {
  if (isAhead || savesData()) return
  isAhead = true
  setTimeout(() => whenIdle(loadNext), AHEAD_AFTER_MS)
}

async function loadNext(): Promise<void> {
  const [load] = waiting
  if (load === undefined) return
  if (isOffline()) return window.addEventListener('online', () => whenIdle(loadNext), { once: true })
  waiting.delete(load)
  // A part that does not arrive now is fetched again when it is shown, and says so if it fails then.
  await load().catch(() => undefined)
  whenIdle(loadNext)
}

function whenIdle(then: () => void): void {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 5_000 })
  else setTimeout(then, 200)
}
