/** Returns the result of work; null when it takes longer than so many milliseconds. The work itself goes on. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null).unref()
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
