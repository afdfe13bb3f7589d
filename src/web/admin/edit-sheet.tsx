import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { ButtonLink } from '#ui/kit/button.tsx'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { adminSectionUrl, auditOfUrl } from '#web/admin/panel-addresses.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { sections } from '#web/admin/sections.ts'
import { useRange } from '#web/admin/use-panel.ts'

interface EditSheetProps {
  section: 'ads' | 'promotions' | 'help' | 'delivery' | 'categories'
  /** The list that it stands in, where that is not the section's own. */
  listUrl?: string
  listLabel?: string
  /** The row's table, for the link to the audit log. */
  table: string
  row: { id: string; title: string }
  heading: string
  /** Renders the form; `beside` is its cancel button, and `onDone` returns to the list. */
  children: (form: { beside: ReactNode; onDone: () => void }) => ReactNode
}

/** The edit page of an ad, promotion, help section or delivery option, with links to its list and its audit log. */
export function EditSheet({ section, listUrl, listLabel = sections[section], table, row, heading, children }: EditSheetProps) {
  const ownList = adminSectionUrl(section, useRange())
  const list = listUrl ?? ownList
  const navigate = useNavigate()
  const cancel = (
    <ButtonLink look="ghost" to={list}>
      Cancel
    </ButtonLink>
  )
  return (
    <SectionCard>
      <Breadcrumb trail={[...(listUrl ? [{ to: ownList, label: sections[section] }] : []), { to: list, label: listLabel }]} here={row.title} />
      <h2 className="content-title">{heading}</h2>
      <PostedOutcome />
      {children({ beside: cancel, onDone: () => void navigate(list) })}
      <p className="content-next">
        <Link className="link" to={auditOfUrl(table, row.id)}>
          What was done to it
        </Link>
      </p>
    </SectionCard>
  )
}
