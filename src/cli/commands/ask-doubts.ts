import { createInterface } from 'node:readline/promises'
import type { Chosen, Doubt, Reading, Verdict } from '../../service/import/reading/reading.ts'
import { printReading } from './print-reading.ts'

/** Whether a person can be asked. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true
}

/** Prints how a file would be imported and asks about what is in doubt; Enter accepts the default. */
export async function showAndAsk(reading: Reading): Promise<Verdict> {
  printReading(reading)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await askAll(reading, (question) => terminal.question(question))
  } finally {
    terminal.close()
  }
}

/**
 * Asks about each doubt, and asks again after an invalid answer. Without doubts, and when all answers are the ones in
 * force, the file is imported as read.
 */
export async function askAll(
  { doubts, columns, unused }: Pick<Reading, 'doubts' | 'columns' | 'unused'>,
  ask: (question: string) => Promise<string>,
): Promise<Verdict> {
  const header = [...columns.map(({ column }) => column), ...unused]
  let chosen: Chosen = {}
  for (const doubt of doubts) {
    const value = await askOne(doubt, header, ask)
    if (value !== null) chosen = withChoice(chosen, doubt, value)
  }
  return Object.keys(chosen).length > 0 ? { kind: 'again', ...chosen } : { kind: 'import' }
}

/** The answer to a doubt; null for the reading in force. */
async function askOne(
  { question, choices, option }: Doubt,
  header: readonly string[],
  ask: (question: string) => Promise<string>,
): Promise<string | null> {
  const list = choices.map(({ label }, i) => `${i + 1} ${label}`).join(', ')
  for (;;) {
    const answer = (await ask(`${question} ${list} [1] `)).trim()
    if (answer === '') return null
    const numbered = choices[Number(answer) - 1]?.value
    // Another column of the file, or another month, can be named.
    const isValid = option === 'date' || (option === 'map' && header.includes(answer))
    const value = numbered ?? (isValid || choices.some((choice) => choice.value === answer) ? answer : null)
    if (value !== null) return value === choices[0]?.value ? null : value
  }
}

function withChoice(chosen: Chosen, { field, option }: Doubt, value: string): Chosen {
  switch (option) {
    case 'map':
      return { ...chosen, map: { ...chosen.map, [field]: value } }
    case 'date':
      return { ...chosen, date: value }
    case 'date-order':
      return { ...chosen, dateOrder: value === 'mdy' ? 'mdy' : 'dmy' }
    case 'ad-sub-type':
      return { ...chosen, adSubType: value === 'rent' ? 'rent' : 'buy' }
  }
}
