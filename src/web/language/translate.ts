import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import { speechNow } from './language.ts'
import type { MessageValues, ValueArguments } from './message-values.ts'

const formats = new Map<string, IntlMessageFormat>()

/**
 * Returns a message in the language of the page. It is written in English, in ICU syntax, as a literal that
 * `npm run words` finds: `t('{count, plural, one {# cell} other {# cells}} in {place}', { count, place })`.
 */
export function t<const Message extends string>(message: Message, ...[values]: ValueArguments<Message>): string {
  const { catalogue, locale } = speechNow()
  const translated = catalogue[message] ?? message
  if (values === undefined) return translated
  return String(formatOf(translated, locale).format(values as Record<string, string | number>))
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
    ...(values as MessageValues<Message> & object),
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
