/** A statement with numbered parameters, and the names of their values in order. */
interface Numbered {
  readonly text: string
  readonly names: readonly string[]
}

/** A name after one colon; two are a cast. */
const NAME = /(?<![:\w]):([a-z_][a-z0-9_]*)/gi

/**
 * Turns parameters by name, `:account`, which SQLite binds and people can read, into those by number that Postgres binds.
 * Comments are left out, because they can have colons; texts of a statement must have none.
 */
export function numberParameters(sql: string): Numbered {
  const names: string[] = []
  const text = sql.replace(/--.*$/gm, '').replace(NAME, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text: text.trim(), names }
}
