import { describe, expect, it } from 'vitest'
import { numberParameters } from './named-parameters.ts'
import { parsePostgresAddress, postgresName } from './postgres-address.ts'

describe('the address of a Postgres', () => {
  it('has a host and a database, and the rest where it is needed', () => {
    expect(parsePostgresAddress('postgres://web:a%2Fb%40c@db.example:6432/sqm?sslmode=verify-full')).toEqual({
      ...{ host: 'db.example', port: 6_432, user: 'web', password: 'a/b@c', database: 'sqm', tls: 'verified' },
    })
    expect(parsePostgresAddress('postgresql://db.example/sqm')).toEqual({
      ...{ host: 'db.example', port: 5_432, user: undefined, password: undefined, database: 'sqm', tls: 'none' },
    })
    expect(parsePostgresAddress('postgres://web@[::1]:5433/sqm?sslmode=require')).toMatchObject({
      ...{ host: '::1', port: 5_433, user: 'web', tls: 'unverified' },
    })
    expect(parsePostgresAddress('postgres://web@%2Fvar%2Frun%2Fpostgresql/sqm')?.host).toBe('/var/run/postgresql')
    const address = parsePostgresAddress('postgres://web:secret@[::1]/sqm')
    expect(address && postgresName(address)).toBe('[::1]:5432/sqm')
  })

  it.each([
    'mysql://db.example/sqm',
    'postgres://db.example',
    'postgres://db.example/',
    'postgres:///sqm',
    'postgres://db.example:99999/sqm',
    'postgres://db.example:0/sqm',
    'postgres://web:%zz@db.example/sqm',
    'postgres://web:a/b@db.example/sqm',
    'postgres://db.example/sqm?sslmode=prefer',
    'postgres://db.example/sqm?sslmode=toString',
    'postgres://db.example/sqm?password=secret',
    'postgres://a,b/sqm/other',
  ])('is refused: %s', (text) => expect(parsePostgresAddress(text)).toBeNull())
})

describe('parameters by name', () => {
  it('are numbered, each name once; casts and comments stay out of it', () => {
    expect(numberParameters('-- Not :this\nSELECT :b::int, :a, :b')).toEqual({
      text: 'SELECT $1::int, $2, $1',
      names: ['b', 'a'],
    })
  })
})
