import { ButtonLink } from '#ui/kit/button.tsx'
import { Wall } from '#ui/kit/wall.tsx'
import { dashboardUrl, homeUrl } from '#web/addresses.ts'

/** In the words of spec §2. */
export function AccessDenied() {
  return (
    <Wall title="Access Denied">
      <p>You don't have permission to access the admin panel</p>
      <nav className="acts" aria-label="Ways on">
        <ButtonLink to={homeUrl}>Home</ButtonLink>
        <ButtonLink look="ghost" to={dashboardUrl}>
          Dashboard
        </ButtonLink>
      </nav>
    </Wall>
  )
}
