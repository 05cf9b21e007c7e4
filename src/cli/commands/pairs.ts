import { InvalidArgumentError } from 'commander'

/**
 * Collects `key=value` options, several in one text (`price=PRICE,area=M2`) or one at a time; for commander's parsers.
 * Refuses keys that are not in `keys`, and keys given twice.
 */
export function collectPairs<Key extends string>(keys: readonly Key[]) {
  return (text: string, previous: Partial<Record<Key, string>> = {}): Partial<Record<Key, string>> => {
    const pairs = { ...previous }
    // A comma may be part of a column's name: only one before a further `key=` parts.
    for (const pair of text.split(/,(?=[a-z0-9_]+=)/)) {
      const [, key, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? []
      if (key === undefined || value === undefined) {
        throw new InvalidArgumentError(`"${pair}" should read ${keys[0]}=…`)
      }
      if (!isOneOf(key, keys)) throw new InvalidArgumentError(`"${key}" is none of ${keys.join(', ')}.`)
      if (pairs[key] !== undefined) throw new InvalidArgumentError(`"${key}" is given twice.`)
      pairs[key] = value
    }
    return pairs
  }
}

function isOneOf<Key extends string>(text: string, keys: readonly Key[]): text is Key {
  return (keys as readonly string[]).includes(text)
}
