import { create } from 'zustand'
import type { FileFault, FoundShapes } from './own-shape.ts'

/** The file whose shapes are offered for comparison. */
export type OpenedFile =
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'read'; readonly name: string; readonly found: FoundShapes }
  | { readonly kind: 'refused'; readonly name: string; readonly fault: FileFault | { readonly kind: 'not_loaded' } }

interface OpenedFileState {
  /** Null while none is open. */
  readonly file: OpenedFile | null
  readonly open: (file: File) => Promise<void>
  readonly close: () => void
}

/** The viewer's open file. It never leaves the browser, and is forgotten with the page. */
export const useOpenedFile = create<OpenedFileState>((set, get) => ({
  file: null,
  open: async (file) => {
    const reading: OpenedFile = { kind: 'reading', name: file.name }
    set({ file: reading })
    const read = await readLater(file)
    // Another file may have been opened in the meantime.
    if (get().file === reading) set({ file: read })
  },
  close: () => set({ file: null }),
}))

/** What reads files is loaded once somebody opens one. */
async function readLater(file: File): Promise<OpenedFile> {
  const { name } = file
  const parts = await Promise.all([import('./read-own-file.ts'), import('./own-shape.ts')]).catch(() => null)
  if (parts === null) return { kind: 'refused', name, fault: { kind: 'not_loaded' } }
  const [{ readOwnFile }, { UnusableFile }] = parts
  try {
    return { kind: 'read', name, found: await readOwnFile(file) }
  } catch (error) {
    // Anything else is a file of a kind nobody thought of, such as one nested deeper than a program can follow.
    const fault = error instanceof UnusableFile ? error.fault : ({ kind: 'unreadable' } as const)
    return { kind: 'refused', name, fault }
  }
}
