/**
 * Returns the statements of an SQL file by name; each follows a line `-- name: insertAccount`. Throws unless the file has
 * exactly the statements in `names`; `file` is the name of the file in errors.
 */
export function namedStatements<const Name extends string>(
  file: string,
  text: string,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const found = statementsIn(file, text)
  const statements = names.map((name) => {
    const sql = found.get(name)
    if (sql === undefined) throw new Error(`Expected a statement "${name}" in ${file}, found none. ${HOW_TO_NAME}`)
    found.delete(name)
    return [name, sql]
  })
  for (const name of found.keys()) throw new Error(`Expected "${name}" in ${file} to be used, but no code names it.`)
  return Object.fromEntries(statements)
}

const HOW_TO_NAME = 'Put a line before each statement: -- name: insertAccount'

function statementsIn(file: string, text: string): Map<string, string> {
  // split() puts the captured names between the texts.
  const [head = '', ...pieces] = text.split(/^-- name:[ \t]*(.*?)[ \t]*$/m)
  if (hasSql(head)) throw new Error(`Expected a name before the first statement of ${file}. ${HOW_TO_NAME}`)
  const statements = new Map<string, string>()
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const [name = '', sql = ''] = pieces.slice(at, at + 2)
    if (!hasSql(sql)) throw new Error(`Expected a statement under the name "${name}" in ${file}, found none.`)
    if (statements.has(name)) throw new Error(`Expected one statement "${name}" in ${file}, found two.`)
    statements.set(name, sql.trim())
  }
  return statements
}

/** True when a text has more than comment lines. */
function hasSql(text: string): boolean {
  return text.replace(/^\s*--.*$/gm, '').trim() !== ''
}
