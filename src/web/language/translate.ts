import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import { speechNow } from './language.ts'
import type { ValueArguments } from './message-values.ts'

const formats = new Map<string, IntlMessageFormat>()

/**
 * Returns a message in the language of the page. It is written in English, in ICU syntax, as a literal that
 * `npm run words` finds: `t('{count, plural, one {# cell} other {# cells}} in {place}', { count, place })`.
 */
export function t<const Message extends string>(message: Message, ...[values]: ValueArguments<Message>): string {
  const { catalogue, locale } = speechNow()
  const translated = catalogue[message] ?? message
  if (values === undefined) return translated
  return String(formatOf(translated, locale).format(withIsolatedNames(values)))
}

/** The letters that are written from right to left: Hebrew, Arabic and their neighbours, and the forms for them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Returns the values with names in scripts from right to left between marks that keep their direction to themselves: numbers
 * and punctuation behind such a name would else stand before it.
 */
function withIsolatedNames(values: unknown): Record<string, string | number> {
  const isolated = Object.entries(values ?? {}).map(([slot, value]): [string, string | number] => [
    slot,
    typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value,
  ])
  return Object.fromEntries(isolated)
}

/** Turns the words between two tags into an element. */
type Tag = (words: ReactNode) => ReactNode

/** Like `t`, for a message with elements in it: `rich('Read <a>the list</a>.', { a: (words) => <a href={…}>{words}</a> })`. */
export function rich<const Message extends string>(
  message: Message,
  tags: Readonly<Record<string, Tag>>,
  ...[values]: ValueArguments<Message>
): ReactNode {
  const { catalogue, locale } = speechNow()
  const handlers = Object.fromEntries(
    Object.entries(tags).map(([name, tag]) => [
      name,
      (parts: ReactNode[]) => tag(createElement(Fragment, null, ...parts)),
    ]),
  )
  const parts = formatOf(catalogue[message] ?? message, locale).format<ReactNode>({
    ...withIsolatedNames(values),
    ...handlers,
  })
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : (parts as ReactNode)
}

function formatOf(message: string, locale: string): IntlMessageFormat {
  const key = `${locale} ${message}`
  const known = formats.get(key) ?? new IntlMessageFormat(message, locale)
  formats.set(key, known)
  return known
}
