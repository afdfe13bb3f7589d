import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Media } from '#domain/promotion.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { StripItem } from '#ui/shop/strip-item.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'

interface ContentItemProps {
  id: string
  title: string
  text: string | null
  media: Media | null
  href: string | null
  isSponsored?: boolean
  isActive: boolean
  /** The page where it is changed. */
  editUrl: string
  /** What it is called: `promotion`, `ad`. */
  what: string
  /** What else becomes of deleting it. */
  deleteText: string
  /** More to know of it. */
  children?: ReactNode
}

/** One piece of what the home page shows, as visitors see it, with its switch. */
export function ContentItem({ id, title, text, media, href, isSponsored, isActive, editUrl, what, deleteText, children }: ContentItemProps) {
  const row = useRef<HTMLLIElement>(null)
  useFocusOn(row)
  return (
    <li className="content-i" ref={row}>
      <StripItem {...{ title, text, media, href, isSponsored }} isBare />
      <div className="content-f">
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
        <Link className="btn btn-ghost btn-sm" to={editUrl} aria-label={`Edit ${title}`}>
          Edit
        </Link>
        <ConfirmForm
          intent="delete"
          hidden={{ id }}
          label="Delete"
          labelled={`Delete ${title}`}
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

/** A row that goes with what was deleted hands the focus to the one behind it, or to the search. */
function useFocusOn(row: RefObject<HTMLLIElement | null>) {
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const near = element.nextElementSibling ?? element.previousElementSibling
      const next = near?.querySelector<HTMLElement>('.acts a') ?? document.querySelector<HTMLElement>('.adm [type=search]')
      next?.focus()
    }
  }, [row])
}
