import type { Context } from 'hono'
import { html } from 'hono/html'
import { LINK_MINUTES, type LinkState, SESSION_HOURS } from '../accounts/sign-in.ts'
import { answerNotice, answerPage } from './page.ts'
import { ACCOUNT_PATH, PATHS } from './paths.ts'

const ASK = html`Ask whoever runs this service for a new one: it works once, within ${LINK_MINUTES} minutes.`

/** Says of a link what became of it, or offers to use it. A button, since programs that only look at links would use it up. */
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
      return answerNotice(c, { title: 'This link has been used', says: ASK, status: 410 })
    case 'expired':
      return answerNotice(c, { title: 'This link has expired', says: ASK, status: 410 })
    case 'unknown':
      return answerNotice(c, {
        title: 'This link is not known',
        says: html`Perhaps a part of it was lost on the way. ${ASK}`,
        status: 404,
      })
  }
}

export function answerSignedOut(c: Context) {
  return answerNotice(c, {
    title: 'You are not signed in',
    says: html`A link signs you in. ${ASK}`,
    status: 401,
  })
}

export function answerForeignForm(c: Context) {
  return answerNotice(c, {
    title: 'This form was not sent from your page',
    says: html`Nothing was changed. <a href="${ACCOUNT_PATH}">Open your account page</a> and try again there.`,
    status: 403,
  })
}

export function answerNoSuchPage(c: Context) {
  return answerNotice(c, {
    title: 'There is no such page',
    says: html`<a href="${ACCOUNT_PATH}">To the account page</a>`,
    status: 404,
  })
}

export function answerTooMany(c: Context, retryAfterSeconds: number) {
  c.header('Retry-After', String(retryAfterSeconds))
  return answerNotice(c, {
    title: 'Too many requests',
    says: html`Try again in ${retryAfterSeconds} seconds.`,
    status: 429,
  })
}

export function answerTooLong(c: Context) {
  return answerNotice(c, { title: 'This form is too long', says: html`Nothing was changed.`, status: 413 })
}

export function answerFault(c: Context, requestId: string) {
  return answerNotice(c, {
    title: 'The service failed',
    says: html`Try again later. To ask about it, quote <code>${requestId}</code>.`,
    status: 500,
  })
}
