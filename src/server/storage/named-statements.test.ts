import Database from 'libsql'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { namedStatements } from './named-statements.ts'

const FILE = 'fruit.sql'
const TEXT = `-- What one does with fruit.
-- name: insertFruit
INSERT INTO fruit (name) VALUES (:name);

-- name: listFruit
-- In the order of the alphabet.
SELECT name -- not its colour
FROM fruit
ORDER BY name;
`

describe('named statements', () => {
  test('each comes with its own comments, under its name', () => {
    const statements = namedStatements(FILE, TEXT, ['listFruit', 'insertFruit'])
    expect(statements).toEqual({
      insertFruit: 'INSERT INTO fruit (name) VALUES (:name);',
      listFruit: '-- In the order of the alphabet.\nSELECT name -- not its colour\nFROM fruit\nORDER BY name;',
    })
    expectTypeOf<keyof typeof statements>().toEqualTypeOf<'insertFruit' | 'listFruit'>()
  })

  test('SQLite prepares and runs them as they are', () => {
    const database = new Database(':memory:')
    database.exec('CREATE TABLE fruit (name TEXT)')
    const { insertFruit, listFruit } = namedStatements(FILE, TEXT, ['insertFruit', 'listFruit'])
    const insert = database.prepare(insertFruit)
    for (const name of ['pear', 'apple']) insert.run({ name })
    expect(database.prepare(listFruit).all({})).toMatchObject([{ name: 'apple' }, { name: 'pear' }])
  })

  test('Windows line endings make no difference', () => {
    const { insertFruit } = namedStatements(FILE, TEXT.replaceAll('\n', '\r\n'), ['insertFruit', 'listFruit'])
    expect(insertFruit).toBe('INSERT INTO fruit (name) VALUES (:name);')
  })

  test('a name that the file lacks is refused, with the file and the name', () => {
    expect(() => namedStatements(FILE, TEXT, ['insertFruit', 'listFruit', 'eatFruit'])).toThrow(
      'Expected a statement "eatFruit" in fruit.sql, found none.',
    )
  })

  test('a statement that nobody uses is refused', () => {
    expect(() => namedStatements(FILE, TEXT, ['insertFruit'])).toThrow(
      'Expected "listFruit" in fruit.sql to be used, but no code names it.',
    )
  })

  test('a name given twice is refused', () => {
    expect(() => namedStatements(FILE, `${TEXT}\n-- name: listFruit\nSELECT 1;`, ['insertFruit', 'listFruit'])).toThrow(
      'Expected one statement "listFruit" in fruit.sql, found two.',
    )
  })

  test('a name without a statement is refused', () => {
    expect(() => namedStatements(FILE, '-- name: eatFruit\n-- Later.\n', ['eatFruit'])).toThrow(
      'Expected a statement under the name "eatFruit" in fruit.sql, found none.',
    )
  })

  test('a statement without a name is refused', () => {
    expect(() => namedStatements(FILE, `SELECT 1;\n${TEXT}`, ['insertFruit', 'listFruit'])).toThrow(
      'Expected a name before the first statement of fruit.sql.',
    )
  })
})
