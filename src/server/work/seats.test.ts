import { expect, it } from 'vitest'
import { createSeats } from './seats.ts'
import { Overloaded } from './short-queue.ts'

it('there are so many seats in all and for each client, and a seat is given back once', () => {
  const seats = createSeats({ inAll: 3, perClient: 2, retryAfter: 7 })
  const leave = seats.take('one')
  seats.take('one')
  expect(() => seats.take('one')).toThrow(Overloaded)
  const other = seats.take('other')
  expect(() => seats.take('third')).toThrow(expect.objectContaining({ retryAfter: 7 }))
  leave()
  leave()
  seats.take('one')
  expect(() => seats.take('third')).toThrow(Overloaded)
  other()
  expect(() => seats.take('one')).toThrow(Overloaded)
  seats.take('third')
})

it('clients of one group together leave the seats of one client to others', () => {
  const groupOf = (client: string) => (client.startsWith('here') ? 'here' : null)
  const seats = createSeats({ inAll: 3, perClient: 1, groupOf, retryAfter: 7 })
  const leave = seats.take('here 1')
  seats.take('here 2')
  expect(() => seats.take('here 3')).toThrow(Overloaded)
  const there = seats.take('there')
  there()
  leave()
  seats.take('here 3')
  expect(() => seats.take('here 4')).toThrow(Overloaded)
})
