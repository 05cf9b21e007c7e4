let answer: boolean | null = null

/** Returns whether this browser can draw the map; checks once. */
export function hasWebGl(): boolean {
  answer ??= canMakeContext()
  return answer
}

function canMakeContext(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // Browsers limit the number of contexts, and the map needs one.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
