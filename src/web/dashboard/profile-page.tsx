import { atCommission } from '#domain/commission.ts'
import { formatPhone } from '#domain/phone.ts'
import { getDeletionTerms } from '#features/people/delete-account.ts'
import { getAccount } from '#features/people/profiles.ts'
import { listSessions } from '#features/people/sessions.ts'
import { Field, PhoneField, TextField } from '#ui/kit/field.tsx'
import { dashboardUrl } from '#web/addresses.ts'
import { AccountSection } from '#web/dashboard/account-section.tsx'
import { act } from '#web/dashboard/dashboard-acts.ts'
import { DashboardForm, useProfile } from '#web/dashboard/dashboard-layout.tsx'
import { pageMeta } from '#web/public-page.ts'
import { signedIn } from '#web/session/signed-in.ts'
import { useShop } from '#web/shop-facts.ts'
import type { Route } from './+types/profile-page.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = signedIn(args)
  const [{ email, second_factor }, sessions, terms] = await Promise.all([getAccount(ctx), listSessions(ctx), getDeletionTerms(ctx)])
  return { email, secondFactor: second_factor, isFactorNeeded: ctx.actor.lacksSecondFactor, sessions, terms, at: Date.now() }
}

export function action(args: Route.ActionArgs) {
  return act(args)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Profile', description: 'Your profile and account', path: dashboardUrl, unlisted: true })
}

export default function ProfileTab({ loaderData }: Route.ComponentProps) {
  const profile = useProfile()
  const { commissionPercent } = useShop()
  return (
    <div className="two-columns">
      <ProfileForm />
      <div className="column">
        {!profile.is_affiliate && commissionPercent > 0 && <JoinCard />}
        <AccountSection {...loaderData} />
      </div>
    </div>
  )
}

function ProfileForm() {
  const { full_name, phone, address } = useProfile()
  return (
    <section className="dashboard-section" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <DashboardForm intent="profile" submit="Update Profile" busy="Updating..." doneWords={() => 'Profile updated'}>
        {({ field }) => (
          <>
            <Field {...field('full_name', full_name)} label="Full Name" autoComplete="name" />
            <PhoneField
              {...field('phone', phone === null ? '' : formatPhone(phone))}
              label="Phone Number"
              autoComplete="tel"
              placeholder="+254700000000"
            />
            <TextField
              {...field('address', address ?? '')}
              label="Delivery Address"
              autoComplete="street-address"
              placeholder="Enter your delivery address"
            />
          </>
        )}
      </DashboardForm>
    </section>
  )
}

/** Joining leads to the Affiliate tab. */
function JoinCard() {
  return (
    <section className="join-affiliates" aria-labelledby="join">
      <h2 id="join">Join Affiliate Program</h2>
      <p>{atCommission('Earn 10% commission on every sale you refer', useShop().commissionPercent)}</p>
      <DashboardForm intent="join" submit="Join now" busy="Joining..." />
    </section>
  )
}
