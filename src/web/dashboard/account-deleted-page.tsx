import { useEffect } from 'react'
import { ButtonLink } from '#ui/kit/button.tsx'
import { FullPageMessage } from '#ui/kit/empty-state.tsx'
import { accountDeletedUrl, homeUrl } from '#web/addresses.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { pageMeta } from '#web/public-page.ts'
import { authStore } from '#web/session/auth-store.ts'
import type { Route } from './+types/account-deleted-page.ts'

/** The page after an account was deleted. */
export function loader() {
  return null
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Account deleted', description: 'Account deleted', path: accountDeletedUrl, unlisted: true })
}

export default function AccountDeletedPage() {
  useEffect(() => authStore.learn(null), [])
  return (
    <FullPageMessage title="Your account is deleted">
      <p>Thank you for having been with us. A last e-mail confirms it.</p>
      <div className="acts">
        <ButtonLink to={homeUrl}>Continue Shopping</ButtonLink>
      </div>
    </FullPageMessage>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
