import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import style from './style.css?raw'

/** A piece of a page; values are escaped. */
export type Markup = ReturnType<typeof html>

const STYLE_HASH = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** The page runs no script, loads nothing, sends forms only to itself and cannot be framed. */
export const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: [STYLE_HASH],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
  // With `no-referrer`, browsers would also hide the origin of the page's own forms.
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  // The operator of the proxy in front decides whether the whole host is https only.
  strictTransportSecurity: false,
})

/** Sends a whole page, with `aside` in its header. */
export function answerPage(
  c: Context,
  { title, body, aside = '', status = 200 }: { title: string; body: Markup; aside?: Markup | ''; status?: PageStatus },
): Response | Promise<Response> {
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Squaremetre</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<style>${raw(style)}</style>
</head>
<body>
<header><span class="name">Squaremetre</span><span class="place">Account</span>${aside}</header>
<main>${body}</main>
</body>
</html>`,
    status,
  )
}

export type PageStatus = 200 | 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 429 | 500 | 503

/** Sends a page with a single message. */
export function answerNotice(
  c: Context,
  { title, text, status }: { title: string; text: Markup; status: PageStatus },
): Response | Promise<Response> {
  const body = html`<section class="card notice"><h1>${title}</h1><p>${text}</p></section>`
  return answerPage(c, { title, body, status })
}
