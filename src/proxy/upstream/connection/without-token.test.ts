import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createScrubber } from './without-token.ts'

const TOKEN = 'svc_live_ro_0123456789abcdef+/&"<'
const { text, bytes: steps } = createScrubber([TOKEN])

/** Runs all steps. */
function bytes(raw: Buffer): Buffer {
  const run = steps(raw)
  for (;;) {
    const step = run.next()
    if (step.done) return step.value
  }
}

test.each([
  ['as it is', TOKEN],
  ['in capitals', TOKEN.toUpperCase()],
  ['percent-encoded', encodeURIComponent(TOKEN)],
  ['percent-encoded with lower-case digits', encodeURIComponent(TOKEN).toLowerCase()],
  ['in a JSON string', JSON.stringify(TOKEN).slice(1, -1)],
  ['in HTML', TOKEN.replace('&', '&amp;').replace('"', '&quot;').replace('<', '&lt;')],
  ['as PHP writes JSON', JSON.stringify(TOKEN).slice(1, -1).replaceAll('/', '\\/')],
  [
    'as .NET writes JSON',
    TOKEN.replaceAll(/[+&"<]/g, (each) => `\\u00${each.charCodeAt(0).toString(16).toUpperCase()}`),
  ],
  ['with every character escaped', [...TOKEN].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('')],
  [
    'in JSON within JSON',
    JSON.stringify(JSON.stringify(TOKEN))
      .slice(1, -1)
      .replace(/^\\"|\\"$/g, ''),
  ],
  ['in JSON within JSON, escaped', TOKEN.replace('+', '\\\\u002B').replace('"', '\\\\u0022')],
  ['percent-encoded but for the slash', encodeURIComponent(TOKEN).replace('%2F', '/')],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(TOKEN))],
  ['in HTML with numbers', [...TOKEN].map((each) => (/\w/.test(each) ? each : `&#${each.charCodeAt(0)};`)).join('')],
  ['in HTML with hex numbers', [...TOKEN].map((each) => `&#x${each.charCodeAt(0).toString(16)};`).join('')],
  ['in HTML within JSON', TOKEN.replace('&', '\\u0026amp;').replace('"', '\\u0026quot;').replace('<', '\\u0026lt;')],
  ['in hex', Buffer.from(TOKEN).toString('hex')],
])('a token %s is hidden in text and bytes', (_, spelled) => {
  expect(text(`a ${spelled} b`)).toBe('a [token] b')
  expect(bytes(Buffer.from(`a ${spelled} b`)).toString()).toBe('a [token] b')
})

test('a token within base64 is hidden wherever it begins and whatever surrounds it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom('base64', 'base64url'), (before, after, encoding) => {
      const spelled = Buffer.from(before + TOKEN + after).toString(encoding as 'base64')
      expect(Buffer.from(text(spelled).split('[token]')[0] ?? '', encoding as 'base64').toString()).not.toContain(
        TOKEN.slice(0, 4),
      )
      expect(text(spelled)).toContain('[token]')
    }),
  )
})

test('a token after any number of backslashes is hidden, and many of them are gone through once', () => {
  const body = `${'\\'.repeat(1_000_000)}${TOKEN} ${'s\\'.repeat(500_000)}`
  expect(text(body)).toBe(`[token] ${'s\\'.repeat(500_000)}`)
  expect(bytes(Buffer.from(body)).toString('latin1')).not.toContain(TOKEN)
})

test('what does not contain the token is returned as it is', () => {
  const body = Buffer.from('{"results":[]}')
  expect(bytes(body)).toBe(body)
  expect(text('metadata')).toBe('metadata')
})

test('a short token hides nothing but itself', () => {
  const short = createScrubber(['Ab'])
  const body = `ab AB ${Buffer.from('Ab').toString('hex')} ${Buffer.from('xAb').toString('base64')}`
  expect(short.text(`${body} Ab`)).toBe(`${body} [token]`)
})

test('bytes that are not text survive around a hidden token', () => {
  const around = Buffer.from([0xff, 0x00, 0xc3, 0xa9])
  const found = bytes(Buffer.concat([around, Buffer.from(TOKEN), around]))
  expect(found).toEqual(Buffer.concat([around, Buffer.from('[token]'), around]))
})

test('a token in a long body is hidden wherever it lies, many times and across the steps too', () => {
  const step = 131_072
  for (const before of [step - TOKEN.length, step - TOKEN.length + 1, step - 1, step, 3 * step - 5]) {
    const body = Buffer.concat([
      Buffer.alloc(before, 'x'),
      Buffer.from(`${TOKEN}${TOKEN}-${TOKEN}`),
      Buffer.alloc(step),
    ])
    const found = bytes(body).toString('latin1')
    expect(found.slice(before, before + 22)).toBe('[token][token]-[token]')
    expect(found).toHaveLength(body.length - 3 * (TOKEN.length - '[token]'.length))
  }
})

test('a body full of tokens is put together in steps, not at its end', () => {
  const most = vi.spyOn(Buffer, 'concat')
  const hidden = bytes(Buffer.from(`${TOKEN} `.repeat(60_000)))
  const pieces = most.mock.calls.map(([list]) => list.length)
  most.mockRestore()
  expect(hidden.toString()).toBe('[token] '.repeat(60_000))
  expect(Math.max(...pieces)).toBeLessThan(10_000)
})
