import { data, redirect } from 'react-router'
import { isProblem, problemStatus } from '#domain/problem.ts'
import { staffRoles } from '#domain/roles.ts'
import { acceptInvitation, joinByInvitation, lookAtInvitation } from '#features/people/invitations.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { cookieHeaders } from '#web/account/auth-cookies.ts'
import { AccountFrame } from '#web/account/auth-screen.tsx'
import { FirstPasswordField, NewcomerFields } from '#web/account/sign-up-form.tsx'
import { adminUrl, authUrl, homeUrl, signOutUrl } from '#web/addresses.ts'
import { IntentForm } from '#web/forms/intent-form.tsx'
import { runAction } from '#web/forms/run-action.ts'
import { loaderHeaders, pageMeta } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/invitation-page.ts'
import './account.css'

/** Somebody invited to work in the shop accepts: signed in with the invited address, or by making its account. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' }
  try {
    const invitation = await lookAtInvitation(ctx, token)
    return data({ invitation, isSignedIn: ctx.actor.sessionId !== null, refusal: null }, { headers })
  } catch (error) {
    if (!isProblem(error)) throw error
    return data({ invitation: null, isSignedIn: false, refusal: error.message }, { status: problemStatus(error), headers })
  }
}

export function action({ params: { token }, request, context }: Route.ActionArgs) {
  const device = { userAgent: request.headers.get('user-agent') }
  const enter = ({ cookies }: { cookies: string[] }) => redirect(adminUrl, { headers: cookieHeaders(cookies) })
  return runAction(request, context.get(shopContext).ctx, {
    accept: async (ctx) => {
      throw enter(await acceptInvitation(ctx, token, device))
    },
    join: async (ctx, sent) => {
      throw enter(await joinByInvitation(ctx, token, sent, device))
    },
  })
}

/** The address holds a secret, which other sites must not get as the referrer. */
export const headers = loaderHeaders

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Invitation', description: 'An invitation to work in this shop.', path: null })
}

export default function InvitationPage({ loaderData: { invitation, isSignedIn, refusal }, params: { token } }: Route.ComponentProps) {
  const here = `/invitation/${token}`
  if (!invitation) {
    return (
      <AccountFrame title="Invitation">
        <Notice tone="bad">{refusal}</Notice>
        <ButtonLink look="ghost" to={homeUrl}>
          Home
        </ButtonLink>
      </AccountFrame>
    )
  }
  const { email, role, by, hasAccount } = invitation
  const { label, does } = staffRoles[role]
  return (
    <AccountFrame title={`Work here as ${label}`}>
      <p className="auth-lead">
        {by || 'The owner'} invites {email}. {does}.
      </p>
      {isSignedIn ? (
        <>
          <IntentForm plain intent="accept" action={here} submit="Accept the invitation" />
          <p>Not {email}? Sign out, and open the link again.</p>
          <form method="post" action={signOutUrl}>
            <Button type="submit" look="ghost" small>
              Sign Out
            </Button>
          </form>
        </>
      ) : hasAccount ? (
        <ButtonLink to={authUrl('sign-in', here)}>Sign in to accept</ButtonLink>
      ) : (
        <NewcomerForm here={here} email={email} />
      )}
    </AccountFrame>
  )
}

function NewcomerForm({ here, email }: { here: string; email: string }) {
  return (
    <IntentForm plain intent="join" action={here} submit="Make my account and accept">
      {({ field }) => (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <NewcomerFields field={field} />
          <FirstPasswordField field={field} />
        </>
      )}
    </IntentForm>
  )
}
