import { Link, useLocation } from 'react-router'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { type SectionName, sectionAt, sectionNames, sections, sectionUseCases } from '#web/admin/sections.ts'
import { useMay } from '#web/admin/use-may.ts'
import { useRange } from '#web/admin/use-range.ts'

/** The title of the page, which is the dropdown of sections (spec §2); the range of days goes along. */
export function SectionMenu() {
  const current = useSection()
  const mayOpen = useMay()
  const range = useRange()
  return (
    <Dropdown label="Section" current={<h1>{current ? sections[current] : 'Admin Panel'}</h1>} className="section-menu">
      <nav aria-label="Sections">
        <ul>
          {sectionNames
            .filter((name) => mayOpen(sectionUseCases[name]))
            .map((name) => (
              <li key={name}>
                <Link to={adminSectionUrl(name, range)} aria-current={name === current ? 'page' : undefined}>
                  {sections[name]}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </Dropdown>
  )
}

/** The section of the current address; null outside of a section. */
export function useSection(): SectionName | null {
  return sectionAt(useLocation().pathname)
}
