import { useSyncExternalStore } from 'react'
import { followWebGl, hasWebGl } from './has-web-gl.ts'

/** `hasWebGl`, followed. */
export function useHasWebGl(): boolean {
  return useSyncExternalStore(followWebGl, hasWebGl)
}
