import { createInterface } from 'node:readline/promises'
import type { Doubt, Reading, Verdict } from '../../service/import/reading.ts'
import { printReading } from './print-reading.ts'

/** Whether a person can be asked. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true
}

/** Prints how a file would be imported and asks about what is in doubt; Enter takes what would be taken anyway. */
export async function showAndAsk(reading: Reading): Promise<Verdict> {
  printReading(reading)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await askAll(reading.doubts, (question) => terminal.question(question))
  } finally {
    terminal.close()
  }
}

/** Asks about each doubt. Without doubts, and when all answers are the ones in force, the file is imported as read. */
export async function askAll(doubts: readonly Doubt[], ask: (question: string) => Promise<string>): Promise<Verdict> {
  const map: Record<string, string> = {}
  let date: string | undefined
  let isOther = false
  for (const { field, question, choices } of doubts) {
    const [taken] = choices
    if (taken === undefined) continue
    const list = choices.map(({ label }, i) => `${i + 1} ${label}`).join(', ')
    const answer = (await ask(`${question} ${list} [1] `)).trim()
    const chosen = answer === '' ? taken.value : (choices[Number(answer) - 1]?.value ?? answer)
    isOther ||= chosen !== taken.value
    if (field === 'date') date = chosen
    else map[field] = chosen
  }
  return isOther ? { kind: 'again', map, date } : { kind: 'import' }
}
