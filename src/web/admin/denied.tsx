import { ButtonLink } from '#ui/kit/button.tsx'
import { FullPageMessage } from '#ui/kit/full-page-message.tsx'
import { dashboardUrl, homeUrl } from '#web/addresses.ts'

/** The text of spec §2. */
export function AccessDenied() {
  return (
    <FullPageMessage title="Access Denied">
      <p>You don't have permission to access the admin panel</p>
      <nav className="acts" aria-label="More pages">
        <ButtonLink to={homeUrl}>Home</ButtonLink>
        <ButtonLink look="ghost" to={dashboardUrl}>
          Dashboard
        </ButtonLink>
      </nav>
    </FullPageMessage>
  )
}
