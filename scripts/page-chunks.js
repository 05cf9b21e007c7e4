// @ts-check

/** @typedef {{ getModuleInfo(id: string): { importedIds: readonly string[] } | null }} ModuleGraph */

/**
 * What the page loads one after the other, first the frame that is painted: a file, and the chunks of all it imports.
 * The frame uses no package, since a browser would load it before the first paint.
 */
const STAGES = [
  { first: 'src/web/main.ts', own: 'frame', packages: null },
  // Packages change less often, so that browsers keep them from one version of the page to the next.
  { first: 'src/web/start-page.tsx', own: 'page', packages: 'libraries' },
]

/**
 * Returns a function that names the chunk of a module, or null where the bundler decides. What a stage imports, and no
 * earlier one, is one chunk or two. Without this, each set of modules that a later part shares with it would be a file of its
 * own: dozens of requests, most of them below a kilobyte.
 * @param {string} root the repository's folder
 * @returns {(id: string, graph: ModuleGraph) => string | null}
 */
export function pageChunks(root) {
  /** @type {Map<string, string> | null} */
  let chunks = null
  return (id, graph) => {
    chunks ??= chunksOf(root, graph)
    return chunks.get(id) ?? null
  }
}

/** @param {string} root @param {ModuleGraph} graph */
function chunksOf(root, graph) {
  /** @type {Map<string, string>} */
  const chunks = new Map()
  for (const { first, own, packages } of STAGES) {
    const waiting = [...(graph.getModuleInfo(`${root}/${first}`)?.importedIds ?? [])]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (chunks.has(id)) continue
      const chunk = id.includes('/node_modules/') ? packages : own
      if (chunk === null) {
        throw new Error(`expected ${first} and what it imports to use no package, found ${id}: import it later`)
      }
      chunks.set(id, chunk)
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return chunks
}
