import { t } from '../../language/translate.ts'

/** What browsers, and Vite for styles, say when a part of the program does not arrive; their words are for programmers. */
const NOT_LOADED = /dynamically imported module|importing a module script|preload CSS/i

/** True when a part of the program did not arrive. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && NOT_LOADED.test(error.message)
}

/** Says why a part of the page did not arrive; `isReplaced` as `isPageReplaced` found. */
export function notLoadedWords(part: string, isReplaced: boolean): string {
  return isReplaced
    ? t(
        '{part} belongs to a version of this page that has been replaced by a newer one. Reloading opens the newer one and keeps the view, and figures already paid for are not bought again.',
        { part },
      )
    : t(
        '{part} could not be loaded. Check the connection. Reloading keeps the view, and figures already paid for are not bought again.',
        { part },
      )
}
