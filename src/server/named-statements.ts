/**
 * The statements of an SQL file in which each one stands under a line `-- name: insertAccount`, by name. Throws unless
 * the file holds exactly the statements in `names`; `file` is what its errors call the file.
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
  for (const name of found.keys()) throw new Error(`Expected "${name}" in ${file} to be used, but nothing names it.`)
  return Object.fromEntries(statements)
}

const HOW_TO_NAME = 'A statement stands under a line of its own: -- name: insertAccount'

function statementsIn(file: string, text: string): Map<string, string> {
  // The captured names come between the texts that they split.
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

/** Whether anything is left of a text without its comment lines. */
function hasSql(text: string): boolean {
  return text.replace(/^\s*--.*$/gm, '').trim() !== ''
}
