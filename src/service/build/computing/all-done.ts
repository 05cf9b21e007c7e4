/** Waits until both have settled and returns both values; throws the first failure. */
export async function allDone<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const both = [first, second] as const
  await Promise.allSettled(both)
  return Promise.all(both)
}
