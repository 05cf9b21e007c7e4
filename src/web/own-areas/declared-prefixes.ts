const USED = /[<\s]([a-z][\w-]*):[a-z][\w-]*(?=[\s=>/])/gi
const DECLARED = /\bxmlns:([\w-]+)\s*=/gi
const ROOT = /<(?:kml|gpx)\b/

/** Files have a few. For thousands, a browser's parser takes minutes. */
const PREFIXES_MAX = 100

/**
 * Declares the prefixes of names, such as `gx` or `gpxtpx`, that a KML or GPX file uses but does not declare. Google Earth and GPS
 * programs read such files; a browser’s parser refuses them.
 */
export function withDeclaredPrefixes(text: string): string {
  const used = new Set([...text.matchAll(USED)].map(([, prefix = '']) => prefix))
  const declared = new Set([...text.matchAll(DECLARED)].map(([, prefix = '']) => prefix))
  const missing = [...used].filter((prefix) => !/^xml/i.test(prefix) && !declared.has(prefix))
  if (missing.length > PREFIXES_MAX) return text
  return text.replace(
    ROOT,
    (root) => `${root}${missing.map((prefix) => ` xmlns:${prefix}="undeclared:${prefix}"`).join('')}`,
  )
}
