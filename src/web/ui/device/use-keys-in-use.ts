import { useEffect, useState } from 'react'

/** True when the viewer has last pressed a key, false after a pointer: also on devices for fingers that have a keyboard. */
export function useKeysInUse(): boolean {
  const [isInUse, setInUse] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    window.addEventListener('keydown', () => setInUse(true), options)
    window.addEventListener('pointerdown', () => setInUse(false), options)
    return () => listening.abort()
  }, [])
  return isInUse
}
