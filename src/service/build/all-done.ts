/** Waits until both are done, also when one fails, and answers both; throws what the first of them failed with. */
export async function allDone<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const both = [first, second] as const
  await Promise.allSettled(both)
  return Promise.all(both)
}
