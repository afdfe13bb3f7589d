import type { ReactNode } from 'react'
import { SectionMenu, useSection } from '#web/admin/section-menu.tsx'
import { sections } from '#web/admin/sections.ts'

/** The card of an admin section, with the section menu at its head; `action` is its first action, such as Add Product. */
export function SectionCard({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const section = useSection()
  return (
    <section className="sheet" aria-labelledby="section">
      <h2 id="section" className="sr">
        {section ? sections[section] : 'Admin Panel'}
      </h2>
      <div className="tool">
        <SectionMenu />
        {action}
      </div>
      {children}
    </section>
  )
}
