import { type ComponentProps, useEffect } from 'react'
import { Outlet, useLocation, useOutletContext } from 'react-router'
import { getProfile, type Profile } from '#features/people/profiles.ts'
import { readSession } from '#features/people/sessions.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { type Tab, Tabs } from '#ui/kit/tabs.tsx'
import { showToast, type Toast } from '#ui/kit/toast-store.ts'
import { affiliateUrl, dashboardUrl, ordersUrl, ownListUrl, walletUrl } from '#web/addresses.ts'
import type { Answer, Done, Intent, Outcome } from '#web/dashboard/dashboard-acts.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { answerForms } from '#web/forms/answer-forms.ts'
import { IntentForm } from '#web/forms/intent-form.tsx'
import { PendingWords, usePendingTab } from '#web/layout/pending.tsx'
import { keepLists } from '#web/lists/load-more.tsx'
import { authStore } from '#web/session/auth-store.ts'
import { signedIn } from '#web/session/signed-in.ts'
import { useShop } from '#web/shop-facts.ts'
import type { Route } from './+types/dashboard-layout.ts'
import '../account/account.css'
import './dashboard.css'

/** The profile and session, for all tabs. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = signedIn(args)
  const [profile, session] = await Promise.all([getProfile(ctx, ctx.userId), readSession(ctx)])
  return { profile, session }
}

export const clientMiddleware = [answerForms<Answer>(async () => toastOutcome), keepLists]

const customerTabs: Tab[] = [
  { to: dashboardUrl, label: 'Profile' },
  { to: ordersUrl(), label: 'My Orders' },
]
const affiliateTabs: Tab[] = [
  ...customerTabs,
  { to: affiliateUrl, label: 'Affiliate', below: [affiliateUrl] },
  { to: walletUrl, label: 'Wallet', below: [walletUrl, ownListUrl('clicks'), ownListUrl('payouts')] },
]

export default function DashboardLayout({ loaderData: { profile, session } }: Route.ComponentProps) {
  const pending = usePendingTab()
  // Updates the header when the name or the affiliate status changes.
  useEffect(() => authStore.learn(session), [session])
  return (
    <div className="container dashboard">
      <div className="page-head">
        <h1>Welcome, {profile.full_name}</h1>
      </div>
      <Tabs label="Dashboard" tabs={profile.is_affiliate ? affiliateTabs : customerTabs} />
      {profile.is_paused && <PausedNotice {...profile} />}
      <div className="dashboard-panel">{pending ? <PendingWords pathname={pending} /> : <Outlet context={profile} />}</div>
    </div>
  )
}

function PausedNotice({ pause_reason }: Profile) {
  const { phone } = useShop()
  return (
    <Notice tone="amber" role="note" aria-label="Affiliate links paused">
      <b>Your affiliate links are paused{pause_reason ? `: ${pause_reason.replace(/[.!]$/, '')}` : ''}.</b> Orders that come through them earn nothing
      until the shop lets them go on. What you earned before stays, and can be paid out.{phone && ` Questions: ${phone}.`}
    </Notice>
  )
}

/** The profile of the signed-in user, for the tabs. */
export function useProfile(): Profile {
  return useOutletContext<Profile>()
}

/** Tab and layout are loaded in one request: if it fails, this names what failed. */
export function ErrorBoundary() {
  const { pathname } = useLocation()
  return <ErrorPage failure={pathname.startsWith(walletUrl) ? walletFailure : undefined} />
}

/** A form of the profile tab. */
export function DashboardForm(props: Omit<ComponentProps<typeof IntentForm<Done>>, 'action'>) {
  return <IntentForm<Done> {...props} action={dashboardUrl} />
}

/** The error when the wallet cannot be loaded (spec §8). */
export const walletFailure = 'Error fetching wallet data'

const signedOutText = 'All other devices were signed out.'

/** Toasts for forms that succeeded; the form itself may be gone after its change. */
const words: Partial<Record<Intent, (outcome: Outcome) => Toast>> = {
  profile: () => ({ title: 'Profile updated' }),
  address: () => ({ title: 'Check your e-mail', text: 'Your address changes when you open the link there.' }),
  password: () => ({ title: 'Password updated!', text: signedOutText }),
  'end-session': () => ({ title: 'Device signed out' }),
  'end-other-sessions': ({ ended }) => ({
    title: 'Signed out everywhere else',
    text: `${ended} ${ended === 1 ? 'device was' : 'devices were'} signed out.`,
  }),
  'confirm-second-factor': () => ({ title: 'Two-step sign-in is on', text: signedOutText }),
  payout: () => ({ title: 'Payout requested successfully' }),
  'payout-cancel': () => ({ title: 'Payout request cancelled', text: 'Its amount is back in your balance.' }),
  'payout-details': () => ({ title: 'Payout request changed' }),
  'end-second-factor': () => ({ title: 'Two-step sign-in is off', text: signedOutText }),
}

/** Shows the toast of a form that succeeded, if it has one. Browser only. */
function toastOutcome(answer: Answer): void {
  const toast = 'done' in answer && words[answer.intent]?.(answer.done)
  if (toast) showToast({ ...toast, topic: answer.intent })
}
