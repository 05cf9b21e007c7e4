/** Something that a viewer chose, kept on the device and shared by all tabs. */
export interface DeviceSetting<T> {
  /** Returns what is kept; the value for nothing when storage is blocked or has something else. */
  read(): T
  /** Returns false where storage is full or blocked: the value then lasts as long as the page. */
  keep(value: T): boolean
  /** Calls the listener when another tab keeps a value; returns a function that unsubscribes. */
  follow(listener: (value: T) => void): () => void
}

/** Where settings are kept: the browser's window. */
export interface Device {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>
  addEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
  removeEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
}

/** Creates the setting of a key. `parse` reads what an older page or another one may have written; null for nothing. */
export function deviceSetting<T>(
  key: string,
  { parse, format }: { parse: (raw: string | null) => T; format: (value: T) => string },
  device: () => Device = () => window,
): DeviceSetting<T> {
  return {
    read() {
      try {
        return parse(device().localStorage.getItem(key))
      } catch {
        // Storage is blocked: a choice lasts as long as the page.
        return parse(null)
      }
    },
    keep(value) {
      try {
        device().localStorage.setItem(key, format(value))
        return true
      } catch {
        return false
      }
    },
    follow(listener) {
      const here = device()
      // A cleared storage has no key.
      const hear = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener(parse(event.key === null ? null : event.newValue))
      }
      here.addEventListener('storage', hear)
      return () => here.removeEventListener('storage', hear)
    },
  }
}
