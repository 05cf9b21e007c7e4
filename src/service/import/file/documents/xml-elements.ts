import { SaxesParser } from 'saxes'

/** What is told of a document’s elements, in their order. Names come without the prefix of their namespace. */
export interface XmlListener {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void
  /** Some of the text of the innermost open element. */
  text(text: string): void
  close(): void
}

const NAMESPACE = /^xmlns(?::|$)/
/** An entity that the document’s type defines stays as it is written: expanded, a small file could become a large one. */
const UNKNOWN_ENTITY = /undefined entity/

/** A parser that tells a listener of what is written to it; throws, with the line, where it is not well-formed. */
export function xmlParser(listener: XmlListener): SaxesParser {
  const parser = new SaxesParser()
  parser.on('error', ({ message }) => {
    if (UNKNOWN_ENTITY.test(message)) return
    throw new Error(`expected well-formed XML, found in line ${message}; nothing was imported`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const own = Object.entries(attributes).filter(([key]) => !NAMESPACE.test(key))
    listener.open(localName(name), Object.fromEntries(own.map(([key, value]) => [localName(key), value])), parser.line)
  })
  parser.on('text', (text) => listener.text(text))
  parser.on('cdata', (text) => listener.text(text))
  parser.on('closetag', () => listener.close())
  return parser
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}
