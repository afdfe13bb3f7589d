import { ButtonLink } from '#ui/kit/button.tsx'
import { FullPageMessage } from '#ui/kit/full-page-message.tsx'
import { adminUrl, dashboardUrl, homeUrl } from '#web/addresses.ts'

/** The text of spec §2; who `works` in the shop opened another role's section. */
export function AccessDenied({ works }: { works: boolean }) {
  return (
    <FullPageMessage title="Access Denied">
      <p>{works ? 'Your role does not open this section.' : "You don't have permission to access the admin panel"}</p>
      <nav className="acts" aria-label="More pages">
        {works ? <ButtonLink to={adminUrl}>Admin Panel</ButtonLink> : <ButtonLink to={homeUrl}>Home</ButtonLink>}
        <ButtonLink look="ghost" to={dashboardUrl}>
          Dashboard
        </ButtonLink>
      </nav>
    </FullPageMessage>
  )
}
