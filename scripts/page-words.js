// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

/** Functions that take a message of the page (src/web/language/translate.ts). */
const TRANSLATORS = new Set(['t', 'rich'])
/** Attributes that a reader sees or hears. */
const SPOKEN =
  /^(alt|label|title|placeholder|part|description|words|note|aria-(label|description|valuetext|roledescription))$/
const WORD = /\p{L}{2}/u
/** Names, which are the same in every language. */
const NAMES = new Set(['Squaremetre'])

/** @typedef {{ message: string, at: string }} Use a message and the file and line that first says it */

/**
 * Reads which messages the page's code says, and what it does not say through `t` or `rich`.
 * @param {string} root the repository's folder
 * @returns {{ uses: Map<string, string>, faults: string[] }} messages with where each is said, and a sentence for each fault
 */
export function readPageWords(root) {
  const folder = join(root, 'src/web')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .sort()
  /** @type {Map<string, string>} */
  const uses = new Map()
  /** @type {string[]} */
  const faults = []
  for (const name of files) {
    const path = join(folder, name)
    const text = readFileSync(path, 'utf8')
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKind(name))
    const place = (/** @type {ts.Node} */ node) =>
      `${relative(root, path)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    visit(source, (node) => {
      const said = messageOf(node)
      if (said !== null) {
        if (said.message === null) faults.push(`${place(node)}: expected the message as a literal`)
        else if (said.isAtTop)
          faults.push(
            `${place(node)}: “${said.message}” is said once and for all; say it in a function, so that it follows the language`,
          )
        else if (!uses.has(said.message)) uses.set(said.message, place(node))
      }
      const bare = bareWords(node)
      if (bare !== null) faults.push(`${place(node)}: “${bare}” is not translated; write it as t('…')`)
    })
  }
  for (const message of firstWords(root)) uses.set(message, 'index.html')
  return { uses, faults }
}

/**
 * Returns what index.html says before any script, marked there with `data-say`, `data-say-ATTRIBUTE` and `data-say-each`.
 * @param {string} root
 * @returns {string[]}
 */
export function firstWords(root) {
  const html = readFileSync(join(root, 'index.html'), 'utf8')
  return [...html.matchAll(/data-say(?:-[a-z-]+)?="([^"]+)"/g)].map(([, message]) => message ?? '')
}

/** @param {string} name */
function scriptKind(name) {
  return name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
}

/** @param {ts.Node} node @param {(node: ts.Node) => void} see */
function visit(node, see) {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

/** @param {ts.Node} node @returns {{ message: string | null, isAtTop: boolean } | null} the message of a call of a translator */
function messageOf(node) {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || !TRANSLATORS.has(node.expression.text))
    return null
  const [first] = node.arguments
  const message = first && ts.isStringLiteralLike(first) ? first.text : null
  return { message, isAtTop: !ts.findAncestor(node, (above) => ts.isFunctionLike(above)) }
}

/** @param {ts.Node} node @returns {string | null} words of an element or a spoken attribute that are written as they are */
function bareWords(node) {
  if (ts.isJsxText(node)) return wordsIn(node.text)
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return null
  const text = ts.isStringLiteralLike(node)
    ? node.text
    : node.head.text + node.templateSpans.map((span) => span.literal.text).join(' ')
  const container = ts.findAncestor(node.parent, (above) => !isTransparent(above))
  if (container === undefined) return null
  if (ts.isJsxAttribute(container)) return SPOKEN.test(container.name.getText()) ? wordsIn(text) : null
  return ts.isJsxElement(container) || ts.isJsxFragment(container) ? wordsIn(text) : null
}

/** @param {ts.Node} node true for what passes a string on to where it stands: braces, brackets, both sides of a condition */
function isTransparent(node) {
  return (
    ts.isJsxExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isConditionalExpression(node) ||
    (ts.isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(node.operatorToken.getText()))
  )
}

/** @param {string} text @returns {string | null} */
function wordsIn(text) {
  const words = text.trim()
  return WORD.test(words) && !NAMES.has(words) ? words : null
}
