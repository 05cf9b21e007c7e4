let answer: boolean | null = null

/** Whether this browser can draw the map; found out once. */
export function hasWebGl(): boolean {
  answer ??= canMakeContext()
  return answer
}

function canMakeContext(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // Browsers allow few contexts at once, and the map needs one.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
