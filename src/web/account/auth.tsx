import { redirect, type ShouldRevalidateFunctionArgs, useActionData } from 'react-router'
import { ownPath } from '#domain/own-path.ts'
import { isProblem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { lookAtReset } from '#features/people/reset-password.ts'
import { lookAtVerification } from '#features/people/verify-address.ts'
import { act } from '#web/account/auth-acts.ts'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { AuthScreen } from '#web/account/auth-screen.tsx'
import { cookieHeaders } from '#web/account/cookie-headers.ts'
import { ifKept } from '#web/account/if-kept.ts'
import { keptLink, type Link, linkInQuery, readLink } from '#web/account/link-cookie.ts'
import { type AuthMode, authUrl, dashboardUrl } from '#web/addresses.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { loaderHeaders, pageMeta, privatePage } from '#web/page.ts'
import { answerOf } from '#web/refusal.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/auth.ts'
import './account.css'

export interface AuthPage {
  mode: AuthMode
  /** Where somebody goes on who has signed in; a path of ours, or null. */
  next: string | null
  /** Whether the link of an e-mail that led here still works; null where none is needed. */
  linkWorks: boolean | null
  /** What that link is for. */
  link: Link['kind'] | null
  signedIn: boolean
  /** A form was sent that nobody was signed in for any more, by a browser without scripts: with them it waits (session-ended.tsx). */
  hasEnded: boolean
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { ctx, shop } = context.get(shopContext)
  const { searchParams: query, pathname } = url
  const came = linkInQuery(query)
  const next = ownPath(query.get('next'))
  if (came) return redirect(authUrl(came.kind === 'recover' ? 'new-password' : 'confirm', next), { headers: cookieHeaders([keptLink(shop, came)]) })
  const mode = modeOf(pathname, query)
  const signedIn = ctx.actor.sessionId !== null
  const needsLink = mode === 'new-password' || mode === 'confirm'
  // Also somebody who is signed in may have forgotten the password.
  if (signedIn && (mode === 'sign-in' || mode === 'sign-up')) return redirect(next ?? dashboardUrl)
  const link = needsLink ? readLink(request, shop) : null
  const linkWorks = needsLink ? await works(ctx, mode, link) : null
  return privatePage<AuthPage>({ mode, next, linkWorks, link: link?.kind ?? null, signedIn, hasEnded: query.has('ended') })
}

export function action({ request, url, context }: Route.ActionArgs) {
  return act(request, url, context.get(shopContext))
}

/** A connection that breaks must not take the form with it; and "Welcome back!" is shown only once the browser has kept the session. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<AuthAnswer> {
  return ifKept(await answerOf(serverAction as () => Promise<AuthAnswer>))
}

/** Whoever has just signed in is sent on by the form itself, with a word; and that an account was opened has no more to ask. */
export function shouldRevalidate({ formMethod, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && nextUrl.searchParams.get('mode') !== 'signed-up' && defaultShouldRevalidate
}

export const headers = loaderHeaders

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
  const asked = loaderData as AuthPage
  // Without scripts, the form that was sent is the one to come back to, wherever it stood.
  const page: AuthPage = isOfSignIn(posted) ? { ...asked, mode: 'sign-in' } : asked
  return <AuthScreen page={page} title={titles[page.mode]} posted={posted} />
}

export function ErrorBoundary() {
  return <ErrorPage />
}

function isOfSignIn(posted: AuthAnswer | undefined): boolean {
  if (!posted) return false
  return 'done' in posted ? posted.done === 'code' : posted.intent === 'sign-in' || posted.intent === 'code'
}

function modeOf(pathname: string, query: URLSearchParams): AuthMode {
  const asked = query.get('mode')
  if (asked === 'forgot' || asked === 'new-password' || asked === 'confirm') return asked
  return asked === 'sign-up' || /^\/sign(-|%20| )up\/?$/.test(pathname) ? 'sign-up' : 'sign-in'
}

async function works(ctx: Context, mode: AuthMode, link: Link | null): Promise<boolean> {
  if (link === null || (link.kind === 'recover') !== (mode === 'new-password')) return false
  try {
    await (link.kind === 'recover' ? lookAtReset(ctx, link.token) : lookAtVerification(ctx, link.kind, link.token))
    return true
  } catch (error) {
    if (isProblem(error)) return false
    throw error
  }
}
