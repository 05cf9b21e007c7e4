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
