import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import style from './style.css?raw'

/** A piece of a page; values put into it are escaped. */
export type Markup = ReturnType<typeof html>

const STYLE_HASH = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** The page runs no script and loads nothing; its forms go to itself, and nobody frames it. */
export const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: [STYLE_HASH],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
  // Under `no-referrer` browsers would hide the origin of the page's own forms as well.
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  // Whether all of the host is to be reached by https alone is for whoever runs the proxy before it.
  strictTransportSecurity: false,
})

/** Answers a whole page; `aside` stands in its bar. */
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

export type PageStatus = 200 | 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 429 | 500

/** Answers a page that says one thing. */
export function answerNotice(
  c: Context,
  { title, says, status }: { title: string; says: Markup; status: PageStatus },
): Response | Promise<Response> {
  const body = html`<section class="card notice"><h1>${title}</h1><p>${says}</p></section>`
  return answerPage(c, { title, body, status })
}
