import type { Context } from 'hono'
import { html } from 'hono/html'
import { LINK_MINUTES, type LinkState, SESSION_HOURS } from '../accounts/sign-in.ts'
import { answerNotice, answerPage } from './page.ts'
import { ACCOUNT_PATH, PATHS } from './paths.ts'

const ASK = html`Ask the operator of this service for a new link. It works once, within ${LINK_MINUTES} minutes.`

/** Shows the state of a link. Signing in takes a click, because programs that preview links would use it up. */
export function answerLink(c: Context, state: LinkState, secret: string) {
  switch (state.kind) {
    case 'usable': {
      const title = `Sign in to ${state.account}`
      const body = html`<section class="card notice"><h1>${title}</h1>
<p>This link works once. You stay signed in on this browser until you sign out, for ${SESSION_HOURS} hours at most.</p>
<form method="post" action="${PATHS.signIn}"><input type="hidden" name="link" value="${secret}">
<button class="primary">Sign in</button></form></section>`
      return answerPage(c, { title, body })
    }
    case 'used':
      return answerNotice(c, { title: 'This link has been used', text: ASK, status: 410 })
    case 'expired':
      return answerNotice(c, { title: 'This link has expired', text: ASK, status: 410 })
    case 'unknown':
      return answerNotice(c, {
        title: 'Unknown link',
        text: html`Check that the address is complete. ${ASK}`,
        status: 404,
      })
  }
}

export function answerSignedOut(c: Context) {
  return answerNotice(c, {
    title: 'You are not signed in',
    text: html`You sign in with a link. ${ASK}`,
    status: 401,
  })
}

export function answerForeignForm(c: Context) {
  return answerNotice(c, {
    title: 'This form was not sent from your page',
    text: html`Nothing was changed. <a href="${ACCOUNT_PATH}">Open your account page</a> and try again.`,
    status: 403,
  })
}

export function answerNoSuchPage(c: Context) {
  return answerNotice(c, {
    title: 'Page not found',
    text: html`<a href="${ACCOUNT_PATH}">Go to the account page</a>`,
    status: 404,
  })
}

export function answerTooMany(c: Context, retryAfterSeconds: number) {
  c.header('Retry-After', String(retryAfterSeconds))
  return answerNotice(c, {
    title: 'Too many requests',
    text: html`Try again in ${retryAfterSeconds} seconds.`,
    status: 429,
  })
}

export function answerTooLong(c: Context) {
  return answerNotice(c, { title: 'This form is too long', text: html`Nothing was changed.`, status: 413 })
}

export function answerUnreachable(c: Context) {
  c.header('Retry-After', '5')
  return answerNotice(c, {
    title: 'Accounts cannot be reached right now',
    text: html`Nothing was changed, and your link or session is still good. Try again in a few seconds.`,
    status: 503,
  })
}

export function answerFault(c: Context, requestId: string) {
  return answerNotice(c, {
    title: 'The service failed',
    text: html`Try again later. If you report this, quote <code>${requestId}</code>.`,
    status: 500,
  })
}
