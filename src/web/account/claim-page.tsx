import { data, redirect } from 'react-router'
import { isProblem, problemStatus } from '#domain/problem.ts'
import { claimShop, lookAtClaim } from '#features/people/sign-up.ts'
import { Field } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { cookieHeaders } from '#web/account/auth-cookies.ts'
import { AccountFrame } from '#web/account/auth-screen.tsx'
import { FirstPasswordField, NewcomerFields } from '#web/account/sign-up-form.tsx'
import { adminUrl, authUrl } from '#web/addresses.ts'
import { IntentForm } from '#web/forms/intent-form.tsx'
import { runAction } from '#web/forms/run-action.ts'
import { loaderHeaders, pageMeta } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/claim-page.ts'
import './account.css'

/** The first owner makes their account, behind the link that the start of a shop without one has printed. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' }
  try {
    await lookAtClaim(context.get(shopContext).ctx, token)
    return data({ refusal: null }, { headers })
  } catch (error) {
    if (!isProblem(error)) throw error
    return data({ refusal: error.message }, { status: problemStatus(error), headers })
  }
}

export function action({ params: { token }, request, context }: Route.ActionArgs) {
  return runAction(request, context.get(shopContext).ctx, {
    claim: async (ctx, sent) => {
      const entered = await claimShop(ctx, token, sent, { userAgent: request.headers.get('user-agent') })
      throw redirect(adminUrl, { headers: cookieHeaders(entered.cookies) })
    },
  })
}

/** The address holds a secret, which other sites must not get as the referrer. */
export const headers = loaderHeaders

export function meta({ matches }: Route.MetaArgs) {
  return [...pageMeta(matches, { title: 'Your shop', description: 'The owner of this shop makes their account.', path: null })]
}

export default function ClaimPage({ loaderData: { refusal }, params: { token } }: Route.ComponentProps) {
  return (
    <AccountFrame title={refusal ? 'This link is over' : 'This shop is yours'}>
      {refusal ? (
        <Notice tone="bad">
          <p>{refusal}</p>
          <p>
            <a className="link" href={authUrl('sign-in')}>
              Sign In
            </a>
          </p>
        </Notice>
      ) : (
        <>
          <p className="auth-lead">Make the account of its owner. The next page says what the shop needs before it opens.</p>
          <IntentForm plain intent="claim" action={`/claim/${token}`} submit="Make my account">
            {({ field }) => (
              <>
                <NewcomerFields field={field} />
                <Field {...field('email')} label="Email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
                <FirstPasswordField field={field} />
              </>
            )}
          </IntentForm>
        </>
      )}
    </AccountFrame>
  )
}
