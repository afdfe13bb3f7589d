import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type MenuEntry, menuEntryOf } from '#domain/catalogue.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '#ui/kit/link.tsx'
import { categoryUrl, homeUrl, productsUrl } from '#web/addresses.ts'
import { useMenu } from '#web/shop-facts.ts'

/** The menu entry of the current page: its path, or the slug of its category. */
export function useCurrentEntry(categoryOfPage: string | undefined): string | null {
  const { pathname } = useLocation()
  const menu = useMenu()
  if (pathname === homeUrl || pathname === productsUrl) return pathname
  const slug = pathname.startsWith('/category/') ? decodeSlug(pathname) : categoryOfPage
  return slug ? (menuEntryOf(menu, slug)?.slug ?? null) : null
}

export function MainNav({ categoryOfPage }: { categoryOfPage: string | undefined }) {
  const current = useCurrentEntry(categoryOfPage)
  return (
    <nav aria-label="Main" className="main-nav-box">
      <ul className="main-nav">
        {[
          { to: homeUrl, label: 'Home' },
          { to: productsUrl, label: 'All Products' },
        ].map(({ to, label }) => (
          <li key={to}>
            <Link to={to} prefetch="intent" aria-current={current === to ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
        {useMenu().map((entry) => (
          <Entry key={entry.slug} entry={entry} current={current === entry.slug} />
        ))}
      </ul>
    </nav>
  )
}

/** An entry with a submenu. CSS opens it on hover and focus; scripts add Escape, opening on the first tap, and `aria-expanded`. */
function Entry({ entry, current }: { entry: MenuEntry; current: boolean }) {
  const [state, setState] = useState<'rest' | 'open' | 'shut'>('rest')
  const [openAtTap, setOpenAtTap] = useState(true)
  const { pathname } = useLocation()
  const id = useId()
  const item = useRef<HTMLLIElement>(null)
  useTapOutside(item, state === 'open', () => setState('rest'))
  const page = current ? (pathname === categoryUrl(entry.slug) ? 'page' : 'true') : undefined
  if (entry.children.length === 0) {
    return (
      <li>
        <Link to={categoryUrl(entry.slug)} prefetch="intent" aria-current={page}>
          {entry.label}
        </Link>
      </li>
    )
  }
  const onPointerDown = (event: PointerEvent) => setOpenAtTap(event.pointerType === 'mouse' || state === 'open')
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // A submenu closed by a click stays closed while the pointer is on it.
    if (!currentTarget.contains(relatedTarget) && !(state === 'shut' && currentTarget.matches(':hover'))) setState('rest')
  }
  return (
    <li
      ref={item}
      data-state={state}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setState('open')}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setState('rest')}
      onFocus={() => state === 'rest' && setState('open')}
      onBlur={onBlur}
      onKeyDown={(event) => event.key === 'Escape' && setState('shut')}
    >
      <Link
        to={categoryUrl(entry.slug)}
        prefetch="intent"
        aria-current={page}
        aria-expanded={state === 'open'}
        aria-controls={id}
        onPointerDown={onPointerDown}
        onClick={(event) => {
          if (!openAtTap) event.preventDefault()
          setState(openAtTap ? 'shut' : 'open')
          setOpenAtTap(true)
        }}
      >
        {entry.label} <Icon name="down" small />
      </Link>
      <ul className="submenu stops" id={id}>
        {entry.children.map(({ slug, label }) => (
          <li key={slug}>
            <Link
              to={categoryUrl(slug)}
              prefetch="intent"
              aria-current={pathname === categoryUrl(slug) ? 'page' : undefined}
              onClick={() => setState('shut')}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** A touch has no pointer-leave event, so a tap outside closes the submenu. */
function useTapOutside(element: RefObject<HTMLElement | null>, active: boolean, onTap: () => void) {
  useEffect(() => {
    if (!active) return
    const tapped = (event: Event) => !element.current?.contains(event.target as Node) && onTap()
    document.addEventListener('pointerdown', tapped)
    return () => document.removeEventListener('pointerdown', tapped)
  })
}

function decodeSlug(pathname: string): string {
  const slug = pathname.split('/')[2] ?? ''
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
