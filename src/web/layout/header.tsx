import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigation, useRouteLoaderData } from 'react-router'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '#ui/kit/link.tsx'
import { checkoutUrl, helpUrl, productsUrl, trackUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { useChatButton } from '#web/chat/launcher.tsx'
import { lazyOverlay } from '#web/first-paint/lazy-parts.tsx'
import { Logo } from '#web/layout/logo.tsx'
import { MainNav } from '#web/layout/main-nav.tsx'
import { SessionLinks } from '#web/layout/session-links.tsx'
import type { loader as productLoader } from '#web/product/product-page.tsx'
import './header.css'

const SideMenu = lazyOverlay('menu', () => import('#web/layout/side-menu.tsx').then(({ SideMenu }) => SideMenu), { modal: true })

/** The header: menu, navigation, search, assistant, account and cart. */
export function Header({ shopName }: { shopName: string }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const pending = useNavigation().state === 'loading'
  const { isPanelOpen, openPanel, totalItems } = useCart()
  const categoryOfPage = useRouteLoaderData<typeof productLoader>('product/product-page')?.product.category?.slug

  return (
    <header className={pending ? 'site-header navigating' : 'site-header'}>
      <div className="container header-row">
        <PanelLink
          className="icon-button menu-button"
          href="#quick-links"
          aria-label="Open menu"
          aria-busy={menuOpen || undefined}
          onOpen={() => setMenuOpen(true)}
        >
          <Icon name="menu" />
        </PanelLink>
        <Logo />
        <MainNav categoryOfPage={categoryOfPage} />
        <div className="header-tools">
          <SearchForm className="search-field" />
          <PanelLink
            className="icon-button search-opener"
            href={`${productsUrl}#search`}
            aria-label="Search"
            aria-expanded={isSearchOpen}
            onOpen={() => setSearchOpen((open) => !open)}
          >
            <Icon name={isSearchOpen ? 'close' : 'search'} />
          </PanelLink>
          <AskLink shopName={shopName} />
          <Link className="sign-in when-orders when-out" to={trackUrl}>
            Your orders
          </Link>
          <SessionLinks className="sign-in" />
          <PanelLink
            className="icon-button cart-button"
            href={checkoutUrl}
            aria-label={cartLabel(totalItems)}
            aria-busy={isPanelOpen || undefined}
            onOpen={openPanel}
          >
            <Icon name="bag" />
            {totalItems > 0 && <b>{totalItems > 99 ? '99+' : totalItems}</b>}
          </PanelLink>
        </div>
      </div>
      {isSearchOpen && (
        <div className="container header-row search-row">
          <SearchForm className="search-field" autoFocus onDone={() => setSearchOpen(false)} />
        </div>
      )}
      <SideMenu open={menuOpen} onClose={() => setMenuOpen(false)} categoryOfPage={categoryOfPage} />
    </header>
  )
}

/** Opens the assistant; shown on small screens, where there is no floating button. */
function AskLink({ shopName }: { shopName: string }) {
  const { ref, unread, isOpen, label, open } = useChatButton(shopName)
  return (
    <PanelLink
      className="icon-button chat-link"
      href={helpUrl('faq')}
      ref={ref as RefObject<HTMLAnchorElement | null>}
      aria-label={label}
      aria-busy={isOpen || undefined}
      onOpen={open}
    >
      <Icon name="chat" />
      {unread && <i className="unread-dot" />}
    </PanelLink>
  )
}

function cartLabel(totalItems: number): string {
  return `Cart, ${totalItems} ${totalItems === 1 ? 'item' : 'items'}`
}

/** A link without scripts, and a button that opens a panel with scripts. */
function PanelLink({ onOpen, href, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { href: string; onOpen: () => void }) {
  return (
    <Link
      {...rest}
      to={href}
      role="button"
      data-tap=""
      suppressHydrationWarning
      onClick={(event) => {
        event.preventDefault()
        onOpen()
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        onOpen()
      }}
    />
  )
}

interface SearchFormProps {
  className: string
  /** The visitor has just opened the search. */
  autoFocus?: boolean
  /** Called on submit and on Escape. */
  onDone?: () => void
}

/** A plain GET form to /products, with scripts or without. */
function SearchForm({ className, autoFocus, onDone }: SearchFormProps) {
  const { pathname, search } = useLocation()
  const term = pathname === productsUrl ? (new URLSearchParams(search).get('search') ?? '') : ''
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  return (
    <Form
      className={className}
      role="search"
      action={productsUrl}
      onSubmit={() => onDone?.()}
      onKeyDown={(event) => event.key === 'Escape' && onDone?.()}
    >
      <button type="submit" aria-label="Search shoes">
        <Icon name="search" />
      </button>
      <input
        type="search"
        name="search"
        placeholder="Search shoes"
        aria-label="Search"
        defaultValue={term}
        key={term}
        maxLength={80}
        ref={input}
        enterKeyHint="search"
      />
    </Form>
  )
}
