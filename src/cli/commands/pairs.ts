import { InvalidArgumentError } from 'commander'

/**
 * Commander parser for `key=value` pairs, several in one text (`price=PRICE,area=M2`) or one per option. Refuses keys
 * that are not in `keys` and repeated keys.
 */
export function collectPairs<Key extends string>(keys: readonly Key[]) {
  return (text: string, previous: Partial<Record<Key, string>> = {}): Partial<Record<Key, string>> => {
    const pairs = { ...previous }
    // A comma can be part of a column's name; it is a separator only before another `key=`.
    for (const pair of text.split(/,(?=[a-z0-9_]+=)/)) {
      const [, key, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? []
      if (key === undefined || value === undefined) {
        const meant = keys.find((each) => pair.replace(/=$/, '') === each) ?? keys[0]
        throw new InvalidArgumentError(`Expected a pair such as ${meant}=…, found "${pair}".`)
      }
      if (!isOneOf(key, keys)) throw new InvalidArgumentError(`Expected one of ${keys.join(', ')}; found "${key}".`)
      if (pairs[key] !== undefined) throw new InvalidArgumentError(`Expected "${key}" once, found it twice.`)
      pairs[key] = value
    }
    return pairs
  }
}

function isOneOf<Key extends string>(text: string, keys: readonly Key[]): text is Key {
  return (keys as readonly string[]).includes(text)
}
