import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Media } from '#domain/promotion.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { StripItem } from '#ui/shop/strip-item.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { useFocusOnRemovedRow } from '#web/admin/use-focus-on-removed-row.ts'

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
  const row = useFocusOnRemovedRow<HTMLLIElement>()
  return (
    <li className="content-item" ref={row}>
      <StripItem {...{ title, text, media, href, isSponsored }} isUncovered />
      <div className="content-facts">
        {isActive ? <Badge tone="leaf">On</Badge> : <Badge tone="grey">Off</Badge>}
        {children}
      </div>
      <div className="acts">
        <AdminForm
          intent="switch"
          hidden={{ id, is_active: isActive ? 'off' : 'on' }}
          submit={isActive ? 'Turn off' : 'Turn on'}
          name={`Turn ${isActive ? 'off' : 'on'} ${title}`}
          busy="Turning..."
          look="ghost"
          small
        />
        <Link className="button button-ghost button-small" to={editUrl} aria-label={`Edit ${title}`}>
          Edit
        </Link>
        <ConfirmForm
          intent="delete"
          hidden={{ id }}
          label="Delete"
          buttonName={`Delete ${title}`}
          title={`Delete ${title}?`}
          text={<p>{deleteText}</p>}
          submit={`Delete ${what}`}
          busy="Deleting..."
          look="bad"
        />
      </div>
    </li>
  )
}
