// Does the same work again and again, and tells how much longer it takes than when nobody else needs the processors: with
// other programs beside it, a processor does less in the same time.
import { median } from '../shared/table.ts'

const REST_MS = 80
const ROUNDS = 150_000

/** Milliseconds of processor time that the work took since the last question; the least ever. */
let taken: number[] = []
let least = Number.POSITIVE_INFINITY

function work(): number {
  const before = process.cpuUsage()
  const known = new Map<number, string>()
  let sum = 0
  for (let i = 0; i < ROUNDS; i++) {
    const key = (i * 2_654_435_761) % 4_096
    sum += known.get(key)?.length ?? 0
    if (i % 16 === 0) known.set(key, `${key}`)
  }
  if (sum < 0) throw new Error('expected lengths to add up')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

setInterval(() => {
  const ms = work()
  taken.push(ms)
  least = Math.min(least, ms)
}, REST_MS)
process.on('message', (command) => {
  if (command === 'close') return process.disconnect()
  process.send?.(taken.length === 0 ? 1 : Math.max(1, median(taken) / least))
  taken = []
})
process.on('disconnect', () => process.exit())
process.send?.({ url: '' })
