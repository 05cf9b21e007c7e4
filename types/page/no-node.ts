// Compiled with the page: it fails as soon as something brings Node's types among it.

// @ts-expect-error A page has no process.
export type NoProcess = typeof process
// @ts-expect-error A page has no buffers of Node.
export type NoBuffer = Buffer
