/** Runs rounds of all kinds in turn; returns the rounds of each kind. */
export async function byTurns<Kind extends string, Round>(
  kinds: Readonly<Record<Kind, () => Promise<Round>>>,
  rounds: number,
): Promise<Record<Kind, Round[]>> {
  const done = {} as Record<Kind, Round[]>
  const names = Object.keys(kinds) as Kind[]
  for (const name of names) done[name] = []
  for (let i = 0; i < rounds; i++) {
    for (const name of names) done[name].push(await kinds[name]())
  }
  return done
}
