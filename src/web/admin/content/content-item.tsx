import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Media } from '#domain/promotion.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { StripItem } from '#ui/shop/strip-item.tsx'
import { DeleteForm, RowActs, SwitchForm } from '#web/admin/row-acts.tsx'

interface ContentItemProps {
  id: string
  title: string
  text: string | null
  media: Media | null
  href: string | null
  isSponsored?: boolean
  isActive: boolean
  /** The address of its edit page. */
  editUrl: string
  /** The noun for it: `promotion`, `ad`. */
  what: string
  /** What deleting it does. */
  deleteText: string
  /** Further details. */
  children?: ReactNode
}

/** An ad or promotion as visitors see it, with its buttons. */
export function ContentItem({ id, title, text, media, href, isSponsored, isActive, editUrl, what, deleteText, children }: ContentItemProps) {
  return (
    <li className="content-item">
      <StripItem {...{ title, text, media, href, isSponsored }} isUncovered />
      <div className="content-facts">
        {isActive ? <Badge tone="leaf">On</Badge> : <Badge tone="grey">Off</Badge>}
        {children}
      </div>
      <RowActs>
        <SwitchForm name={title} hidden={{ id }} column="is_active" isOn={isActive} />
        <Link className="button button-ghost button-small" to={editUrl} aria-label={`Edit ${title}`}>
          Edit
        </Link>
        <DeleteForm what={what} name={title} hidden={{ id }}>
          {deleteText}
        </DeleteForm>
      </RowActs>
    </li>
  )
}
