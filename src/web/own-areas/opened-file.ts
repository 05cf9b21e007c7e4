import { create } from 'zustand'
import { isNotLoaded } from '../ui/failures/not-loaded.ts'
import type { FileFault, FoundShapes } from './own-shape.ts'

/** A file with nothing in it that can be compared. */
export interface RefusedFile {
  readonly name: string
  readonly fault: FileFault | { readonly kind: 'not_loaded' }
}

/** The files, opened together, whose shapes are offered for comparison; `name` is of all of them. */
export type OpenedFile =
  | { readonly kind: 'reading'; readonly name: string }
  /** `refused` are files beside those that were read. */
  | {
      readonly kind: 'read'
      readonly name: string
      readonly found: readonly FoundShapes[]
      readonly refused: readonly RefusedFile[]
    }
  | { readonly kind: 'refused'; readonly name: string; readonly refused: readonly RefusedFile[] }

interface OpenedFileState {
  /** Null while none is open. */
  readonly file: OpenedFile | null
  /** True when the files were dropped on the page: no control was used, so the focus may be anywhere, or in a dialog that closed. */
  readonly wasDropped: boolean
  readonly open: (files: readonly File[], wasDropped?: boolean) => Promise<void>
  readonly close: () => void
}

/** The viewer's open files. They never leave the browser, and are forgotten with the page. */
export const useOpenedFile = create<OpenedFileState>((set, get) => ({
  file: null,
  wasDropped: false,
  open: async (files, wasDropped = false) => {
    const name = files.map((file) => file.name).join(', ')
    const reading: OpenedFile = { kind: 'reading', name }
    set({ file: reading, wasDropped })
    const read = await Promise.all(files.map(readLater))
    const refused = read.filter((each) => 'fault' in each)
    const found = read.filter((each) => 'shapes' in each)
    // Others may have been opened in the meantime.
    if (get().file !== reading) return
    set({ file: found.length > 0 ? { kind: 'read', name, found, refused } : { kind: 'refused', name, refused } })
  },
  close: () => set({ file: null }),
}))

/** What reads files is loaded once somebody opens one. */
async function readLater(file: File): Promise<FoundShapes | RefusedFile> {
  const { name } = file
  const parts = await Promise.all([import('./read-own-file.ts'), import('./own-shape.ts')]).catch(() => null)
  if (parts === null) return { name, fault: { kind: 'not_loaded' } }
  const [{ readOwnFile }, { UnusableFile }] = parts
  try {
    return await readOwnFile(file)
  } catch (error) {
    if (error instanceof UnusableFile) return { name, fault: error.fault }
    // Readers of some kinds of files arrive only with the first such file.
    if (isNotLoaded(error)) return { name, fault: { kind: 'not_loaded' } }
    // A file of a kind nobody thought of, such as one nested deeper than a program can follow.
    console.error(`${name} could not be read`, error)
    return { name, fault: { kind: 'unreadable' } }
  }
}
