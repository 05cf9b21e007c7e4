const USED = /[<\s]([a-z][\w-]*):[a-z][\w-]*(?=[\s=>/])/gi
const ROOT = /<(?:kml|gpx)\b/

/**
 * Declares the prefixes of names, such as `gx` or `gpxtpx`, that a KML or GPX file uses but does not declare. Google Earth and GPS
 * programs read such files; a browser’s parser refuses them.
 */
export function withDeclaredPrefixes(text: string): string {
  const used = new Set([...text.matchAll(USED)].map(([, prefix = '']) => prefix))
  const missing = [...used].filter((prefix) => !/^xml/i.test(prefix) && !text.includes(`xmlns:${prefix}=`))
  return text.replace(
    ROOT,
    (root) => `${root}${missing.map((prefix) => ` xmlns:${prefix}="undeclared:${prefix}"`).join('')}`,
  )
}
