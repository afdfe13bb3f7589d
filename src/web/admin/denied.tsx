import { ButtonLink } from '#ui/kit/button.tsx'
import { dashboardUrl, homeUrl } from '#web/addresses.ts'

/** In the words of spec §2. */
export function AccessDenied() {
  return (
    <div className="wall">
      <div className="wrap">
        <h1>Access Denied</h1>
        <div>
          <p>You don't have permission to access the admin panel</p>
          <nav className="acts" aria-label="Ways on">
            <ButtonLink to={homeUrl}>Home</ButtonLink>
            <ButtonLink look="ghost" to={dashboardUrl}>
              Dashboard
            </ButtonLink>
          </nav>
        </div>
      </div>
    </div>
  )
}
