/** Files whose text is built into the program; for the page, vite/client declares the same. */
declare module '*?raw' {
  const text: string
  export default text
}
