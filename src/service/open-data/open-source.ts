/** One file of a source. */
export interface RemoteFile {
  /** Relative to the source's address. */
  readonly path: string
  /** The name of the file that it is kept in, without folders. */
  readonly name: string
  /** What it contains, for messages: "75 in 2024". */
  readonly title: string
}

/** Open data that can be fetched. */
export interface OpenSource {
  readonly name: string
  readonly title: string
  /** The address that the paths of its files follow, with a slash at the end. */
  readonly address: string
  /** The preset that reads its files, which is also the source of its listings. */
  readonly preset: string
  /** The first text that its unpacked files have. */
  readonly begins: string
  /** What the areas of the source are called, and an example: "départements such as 75 or 2A". */
  readonly areas: string
  /** The newest year that it can have on a day, and how many years it keeps. */
  years(today: Date): { readonly first: number; readonly last: number }
  /** The files of some areas and years; throws on an area that it does not have, with the reason. */
  files(areas: readonly string[], years: readonly number[]): RemoteFile[]
}
