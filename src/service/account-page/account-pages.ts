import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { routeTemplate } from '../../server/http/exchanges.ts'
import { FileUnreadable } from '../../server/storage/file-faults.ts'
import { createRepeatedFaults } from '../../server/storage/repeated-faults.ts'
import { isOfGoneClient } from '../../server/work/gone.ts'
import { AccountsUnreachable } from '../accounts/account-error.ts'
import { linkState, signIn } from '../accounts/sign-in.ts'
import { issueTokenAfter, revokeTokenOf } from '../accounts/tokens.ts'
import { ANONYMOUS_RATE_PER_MIN } from '../plans/plans.ts'
import type { ServiceDeps, ServiceEnv } from '../requests/service-env.ts'
import { stamp } from '../requests/stamp.ts'
import { readFacts } from './account-facts.ts'
import { accountView, signOutForm } from './account-view.ts'
import {
  answerFault,
  answerForeignForm,
  answerLink,
  answerNoSuchPage,
  answerSignedOut,
  answerTooLong,
  answerTooMany,
  answerUnreachable,
} from './notices.ts'
import { answerPage, type Markup, type PageStatus, pageHeaders } from './page.ts'
import { ACCOUNT_PATH } from './paths.ts'
import { endAllSessions, endSession, isFormOf, keepSession, type Session, sessionOf } from './session.ts'
import { newTokenView } from './tokens-view.ts'

const FORM_MAX_BYTES = 4_096
/** All are listed for ever, and a page of 86,000 stopped the service for nine seconds. The command line has no limit. */
export const TOKENS_MAX = 200

const linkForm = z.object({ link: z.string() })
const createForm = z.object({ kind: z.enum(['ro', 'rw']), after: z.coerce.number() })
const anyForm = z.object({ form: z.string() })

type PageContext = Context<ServiceEnv>

/**
 * The page where an account's holder creates and revokes tokens and sees usage; mounted at ACCOUNT_PATH. It is for
 * people, so refusals and failures are pages too.
 */
export function createAccountPages(deps: ServiceDeps): Hono<ServiceEnv> {
  const pages = new Hono<ServiceEnv>()
  pages.use(stamp(deps), pageHeaders, async (c, next) => {
    const rate = deps.limiter.take(`from ${c.get('client').address}`, ANONYMOUS_RATE_PER_MIN)
    if (!rate.admitted) return answerTooMany(c, rate.retry_after_s)
    return next()
  })
  pages.use(bodyLimit({ maxSize: FORM_MAX_BYTES, onError: answerTooLong }))
  pages.use(csrf({ origin: (origin, c) => URL.canParse(origin) && new URL(origin).host === c.req.header('host') }))

  addSignIn(pages, deps)
  pages.get('/', async (c) => {
    const session = await sessionOf(c, deps)
    return session ? answerAccount(c, deps, session) : answerSignedOut(c)
  })
  addTokenForms(pages, deps)

  // People type the slash, and some add it to every link.
  pages.all('*', (c) => (c.req.path === `${ACCOUNT_PATH}/` ? c.redirect(ACCOUNT_PATH, 301) : answerNoSuchPage(c)))
  const report = createRepeatedFaults(deps.log, 'the account page failed')
  pages.onError((error, c) => {
    if (error instanceof HTTPException) return answerForeignForm(c)
    if (isOfGoneClient(error, (c.env as Partial<HttpBindings> | undefined)?.incoming)) return answerForeignForm(c)
    if (error instanceof AccountsUnreachable) return answerUnreachable(c)
    const request_id = c.get('requestId')
    if (!(error instanceof FileUnreadable)) report(error, { route: routeTemplate(c) })
    return answerFault(c, request_id)
  })
  return pages
}

/** Adds signing in with a link, and signing out. */
function addSignIn(pages: Hono<ServiceEnv>, deps: ServiceDeps): void {
  pages.get('/sign-in', async (c) => {
    const secret = c.req.query('link') ?? ''
    return answerLink(c, await linkState(deps.accounts, secret, deps.clock()), secret)
  })
  pages.post('/sign-in', async (c) => {
    const { link } = await formOf(c, linkForm)
    const session = await signIn(deps.accounts, link, deps.clock())
    if (session === null) return answerLink(c, await linkState(deps.accounts, link, deps.clock()), link)
    keepSession(c, session)
    return c.redirect(ACCOUNT_PATH, 303)
  })

  pages.post('/sign-out', (c) =>
    withForm(c, deps, async () => {
      await endSession(c, deps)
      return c.redirect(ACCOUNT_PATH, 303)
    }),
  )
  pages.post('/sign-out-everywhere', (c) =>
    withForm(c, deps, async (session) => {
      await endAllSessions(c, deps, session)
      return c.redirect(ACCOUNT_PATH, 303)
    }),
  )
}

/** Adds the forms that create and revoke tokens of the session's account. */
function addTokenForms(pages: Hono<ServiceEnv>, deps: ServiceDeps): void {
  pages.post('/tokens', (c) =>
    withForm(c, deps, async (session) => {
      const { kind, after } = await formOf(c, createForm)
      if ((await deps.accounts.listTokens(session.account.id)).length >= TOKENS_MAX) {
        return answerAccount(c, deps, session, { news: TOO_MANY, status: 409 })
      }
      // Sending the form again, for example by reloading the page, must not create a second token.
      const plaintext = await issueTokenAfter(deps.accounts, after, session.account.name, kind)
      if (plaintext === null) return answerAccount(c, deps, session, { news: SENT_BEFORE, status: 409 })
      return answerAccount(c, deps, session, { news: newTokenView(plaintext) })
    }),
  )
  pages.post('/tokens/:id{[0-9]+}/revoke', (c) =>
    withForm(c, deps, async ({ account }) => {
      const id = Number(c.req.param('id'))
      const revoked = await revokeTokenOf(deps.accounts, account.id, id, deps.clock())
      return revoked ? c.redirect(ACCOUNT_PATH, 303) : answerNoSuchPage(c)
    }),
  )
}

const SENT_BEFORE = html`<p class="news warning">No token was created, because this form was already sent. If you did not
copy the token, revoke it and create another: it cannot be shown again.</p>`

const TOO_MANY = html`<p class="news warning">No token was created: this account already has ${TOKENS_MAX} tokens or more. Revoked
ones count, because they stay listed. Ask the operator of this service for another one.</p>`

/** Reads a submitted form; refuses one that this page did not create. */
async function formOf<T extends z.ZodType>(c: PageContext, schema: T): Promise<z.infer<T>> {
  const parsed = schema.safeParse(await fieldsOf(c))
  if (!parsed.success) throw new HTTPException(403, { cause: parsed.error })
  return parsed.data
}

/** The fields of a form; undefined when the body is not one. */
async function fieldsOf(c: PageContext): Promise<unknown> {
  try {
    return await c.req.parseBody()
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Handles a form if it belongs to the session that sends it. */
async function withForm(
  c: PageContext,
  deps: ServiceDeps,
  use: (session: Session) => Promise<Response>,
): Promise<Response> {
  const session = await sessionOf(c, deps)
  if (!session) return answerSignedOut(c)
  const { form } = await formOf(c, anyForm)
  return isFormOf(session, form) ? use(session) : answerForeignForm(c)
}

async function answerAccount(
  c: PageContext,
  deps: ServiceDeps,
  session: Session,
  { news = '', status = 200 }: { news?: Markup | ''; status?: PageStatus } = {},
): Promise<Response> {
  const body = accountView(await readFacts(deps, session), session.formToken, news)
  return answerPage(c, { title: session.account.name, body, aside: signOutForm(session.formToken), status })
}
