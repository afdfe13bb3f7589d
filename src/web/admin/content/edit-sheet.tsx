import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { ButtonLink } from '#ui/kit/button.tsx'
import { adminSectionUrl, auditOfUrl } from '#web/addresses.ts'
import { Said } from '#web/admin/admin-form.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { sections } from '#web/admin/sections.ts'
import { useRange } from '#web/admin/use-range.ts'

interface EditSheetProps {
  section: 'ads' | 'promotions' | 'help'
  /** The table that its row stands in, as the audit log knows it. */
  table: string
  row: { id: string; title: string }
  heading: string
  /** The form, with what stands beside its button and what follows when it is done. */
  children: (form: { beside: ReactNode; onDone: () => void }) => ReactNode
}

/** One ad, promotion or section of the help page being edited: the way back to its list, and what was done to it before. */
export function EditSheet({ section, table, row, heading, children }: EditSheetProps) {
  const list = adminSectionUrl(section, useRange())
  const navigate = useNavigate()
  const cancel = (
    <ButtonLink look="ghost" to={list}>
      Cancel
    </ButtonLink>
  )
  return (
    <SectionCard>
      <Breadcrumb trail={[{ to: list, label: sections[section] }]} here={row.title} />
      <h3 className="content-h">{heading}</h3>
      <Said />
      {children({ beside: cancel, onDone: () => void navigate(list) })}
      <p className="content-n">
        <Link className="lnk" to={auditOfUrl(table, row.id)}>
          What was done to it
        </Link>
      </p>
    </SectionCard>
  )
}
