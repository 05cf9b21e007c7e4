// Compiled with the servers: it fails as soon as something brings the browser's types among them.

// @ts-expect-error Servers have no window.
export type NoWindow = typeof window
// @ts-expect-error Servers have no document.
export type NoDocument = typeof document
