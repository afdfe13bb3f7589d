import { useLocation } from 'react-router'
import { ButtonLink } from '#ui/kit/button.tsx'
import { FullPageMessage } from '#ui/kit/full-page-message.tsx'
import { adminUrl } from '#web/addresses.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { sectionAt, sections } from '#web/admin/sections.ts'

/** The panel's 404 page, with a link back to the section's list. */
export function Missing() {
  const name = sectionAt(useLocation().pathname)
  return (
    <FullPageMessage
      title={
        <>
          <span className="error-code">404</span> Page Not Found
        </>
      }
    >
      <p>The link may be old or cut short, or what it names was deleted.</p>
      <nav className="acts" aria-label="More pages">
        {name && <ButtonLink to={adminSectionUrl(name)}>{sections[name]}</ButtonLink>}
        <ButtonLink look="ghost" to={adminUrl}>
          Admin Panel
        </ButtonLink>
      </nav>
    </FullPageMessage>
  )
}
