import { redirect, type ShouldRevalidateFunctionArgs, useActionData } from 'react-router'
import type { Context } from '#core/context.ts'
import { ownPath } from '#domain/own-path.ts'
import { isProblem } from '#domain/problem.ts'
import { lookAtReset } from '#features/people/change-password.ts'
import { lookAtVerification } from '#features/people/email-address.ts'
import type { SessionFacts } from '#features/people/sessions.ts'
import { act } from '#web/account/auth-acts.ts'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { cookieHeaders, type Link, linkCookie, linkInQuery, readLink } from '#web/account/auth-cookies.ts'
import { AuthScreen } from '#web/account/auth-screen.tsx'
import { type AuthMode, authUrl, dashboardUrl, sessionUrl } from '#web/addresses.ts'
import { device, storedValue } from '#web/browser/stored-value.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { answerOf, type Refusal } from '#web/forms/refusal.ts'
import { pageMeta } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/auth-page.ts'
import './account.css'

export interface AuthPage {
  mode: AuthMode
  /** The path to go to after sign-in; a path of the shop, or null. */
  next: string | null
  /** Whether the link of the e-mail still works; null where none is needed. */
  linkWorks: boolean | null
  /** The kind of that link. */
  link: Link['kind'] | null
  signedIn: boolean
  /** The session had ended when a form was sent without scripts. With scripts the form waits (forms/intent-form.tsx). */
  hasEnded: boolean
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { ctx, shop } = context.get(shopContext)
  const { searchParams: query, pathname } = url
  const linkOfQuery = linkInQuery(query)
  const next = ownPath(query.get('next'))
  if (linkOfQuery)
    return redirect(authUrl(linkOfQuery.kind === 'recover' ? 'new-password' : 'confirm', next), {
      headers: cookieHeaders([linkCookie(shop, linkOfQuery)]),
    })
  const mode = modeOf(pathname, query)
  const signedIn = ctx.actor.sessionId !== null
  const needsLink = mode === 'new-password' || mode === 'confirm'
  // A signed-in user may reset a forgotten password too.
  if (signedIn && (mode === 'sign-in' || mode === 'sign-up')) return redirect(next ?? dashboardUrl)
  const link = needsLink ? readLink(request, shop) : null
  const linkWorks = needsLink ? await isLinkValid(ctx, mode, link) : null
  return { mode, next, linkWorks, link: link?.kind ?? null, signedIn, hasEnded: query.has('ended') } satisfies AuthPage
}

export function action({ request, url, context }: Route.ActionArgs) {
  return act(request, url, context.get(shopContext))
}

/** Keeps the form if the connection breaks, and checks that the browser stored the session before "Welcome back!" is shown. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<AuthAnswer> {
  return requireCookies(await answerOf(serverAction as () => Promise<AuthAnswer>))
}

/** After a form was submitted, and on the screen after signing up, there is nothing to reload. */
export function shouldRevalidate({ formMethod, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && nextUrl.searchParams.get('mode') !== 'signed-up' && defaultShouldRevalidate
}

const titles: Record<AuthMode, string> = {
  'sign-in': 'Sign In',
  'sign-up': 'Sign Up',
  forgot: 'Forgot your password?',
  'new-password': 'Set a new password',
  confirm: 'Confirm your e-mail',
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const mode = (loaderData as AuthPage | undefined)?.mode ?? 'sign-in'
  return pageMeta(matches, {
    title: titles[mode],
    description: 'Your account: orders, receipts and delivery details.',
    path: authUrl(),
    unlisted: true,
  })
}

export default function Auth({ loaderData }: Route.ComponentProps) {
  const posted = useActionData() as AuthAnswer | undefined
  const loaded = loaderData as AuthPage
  // Without scripts the form that was sent is shown again, from whatever page it was sent.
  const page: AuthPage = isSignInStep(posted) ? { ...loaded, mode: 'sign-in' } : loaded
  return <AuthScreen page={page} title={titles[page.mode]} posted={posted} />
}

export function ErrorBoundary() {
  return <ErrorPage />
}

function isSignInStep(posted: AuthAnswer | undefined): boolean {
  if (!posted) return false
  return 'done' in posted ? posted.done === 'code' : posted.intent === 'sign-in' || posted.intent === 'code'
}

function modeOf(pathname: string, query: URLSearchParams): AuthMode {
  const mode = query.get('mode')
  if (mode === 'forgot' || mode === 'new-password' || mode === 'confirm') return mode
  return mode === 'sign-up' || /^\/sign(-|%20| )up\/?$/.test(pathname) ? 'sign-up' : 'sign-in'
}

async function isLinkValid(ctx: Context, mode: AuthMode, link: Link | null): Promise<boolean> {
  if (link === null || (link.kind === 'recover') !== (mode === 'new-password')) return false
  try {
    await (link.kind === 'recover' ? lookAtReset(ctx, link.token) : lookAtVerification(ctx, link.kind, link.token))
    return true
  } catch (error) {
    if (isProblem(error)) return false
    throw error
  }
}

/**
 * Checks that the browser stored the session of a successful sign-in, and turns the answer into a refusal if it refuses cookies. Asks the server only if the
 * browser seems to forbid storage, so that other browsers do not wait. Browser only.
 */
export async function requireCookies(answer: AuthAnswer): Promise<AuthAnswer> {
  if (!('done' in answer) || answer.done !== 'signed-in' || canStore()) return answer
  try {
    const { session } = (await (await fetch(sessionUrl, { cache: 'no-store' })).json()) as { session: SessionFacts | null }
    return session?.user.id === answer.session.user.id ? answer : { refusal: noStorage }
  } catch {
    return { unsure: 'lost' }
  }
}

/** The same wording as in the cart (cart/add-to-cart.tsx). */
const noStorage: Refusal = {
  code: 'session_missing',
  title: 'Sign in failed',
  message: 'This browser does not let the shop store anything. Allow it to store site data, then sign in again.',
}

const probe = storedValue(device, 'viatu-probe', { empty: '', parse: String })

function canStore(): boolean {
  return probe.tryWrite('yes') && probe.tryWrite(null) && navigator.cookieEnabled
}
