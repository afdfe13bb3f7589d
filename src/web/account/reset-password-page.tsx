import { redirect, useActionData } from 'react-router'
import { ownPath } from '#domain/own-path.ts'
import { isProblem } from '#domain/problem.ts'
import { lookAtReset } from '#features/people/change-password.ts'
import { act } from '#web/account/auth-acts.ts'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { cookieHeaders, linkCookie, linkInQuery, readLink } from '#web/account/auth-cookies.ts'
import { AccountFrame } from '#web/account/auth-screen.tsx'
import { InvalidLink, NewPasswordForm } from '#web/account/password-recovery.tsx'
import { resetPasswordUrl } from '#web/addresses.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { answerOf } from '#web/forms/refusal.ts'
import { pageMeta } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/reset-password-page.ts'
import './account.css'

/**
 * The link of the recovery e-mail. The first request moves its token into a cookie and redirects; then the page checks whether the link works, without using it
 * up.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { ctx, shop } = context.get(shopContext)
  const linkOfQuery = linkInQuery(url.searchParams)
  const next = ownPath(url.searchParams.get('next'))
  if (linkOfQuery) return redirect(resetPasswordUrl(next), { headers: cookieHeaders([linkCookie(shop, linkOfQuery)]) })
  const link = readLink(request, shop)
  try {
    await lookAtReset(ctx, link?.kind === 'recover' ? link.token : '')
    return { linkWorks: true, next }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { linkWorks: false, next }
  }
}

export function action({ request, url, context }: Route.ActionArgs) {
  return act(request, url, context.get(shopContext))
}

export function clientAction({ serverAction }: Route.ClientActionArgs): Promise<AuthAnswer> {
  return answerOf(serverAction as () => Promise<AuthAnswer>)
}

/** After the form succeeded the link is used up, so the page must not check it again. */
export const shouldRevalidate = () => false

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Set a new password', description: 'Choose a new password.', path: resetPasswordUrl(), unlisted: true })
}

export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  const { linkWorks, next } = loaderData as { linkWorks: boolean; next: string | null }
  const posted = useActionData() as AuthAnswer | undefined
  const isDone = posted !== undefined && 'done' in posted
  return (
    <AccountFrame title="Set a new password">
      {linkWorks || isDone ? <NewPasswordForm ending="page" next={next} posted={posted} /> : <InvalidLink />}
    </AccountFrame>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
