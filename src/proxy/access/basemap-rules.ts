/** Where the page gets streets from, besides its own basemap. */
export interface BasemapRules {
  readonly source:
    | { readonly kind: 'address'; readonly url: string }
    /** A .pmtiles file on this machine, by its absolute path. */
    | { readonly kind: 'file'; readonly path: string }
    | null
  /** Whether the page shows it at once; otherwise only when a reader asks for it. */
  readonly isShownAtOnce: boolean
}

export const OWN_BASEMAP_ONLY: BasemapRules = { source: null, isShownAtOnce: false }

/** Returns the origins besides its own that the page may send requests to. */
export function originsOf({ source }: BasemapRules): string[] {
  return source?.kind === 'address' ? [new URL(source.url).origin] : []
}
