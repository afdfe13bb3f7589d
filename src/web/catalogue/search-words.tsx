import { Fragment } from 'react'
import type { NamedCategory, SearchMeaning } from '#domain/search.ts'
import { whatsappUrl } from '#domain/shop.ts'
import { ButtonLink, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '#ui/kit/link.tsx'
import { categoryUrl, listUrl, productsUrl } from '#web/addresses.ts'
import { useShop } from '#web/shop-facts.ts'

/** Shows how a search was understood, with links to the lists it means. */
export function SearchInterpretation({ meant: { categories, size, words } }: { meant: SearchMeaning }) {
  if (words) return <p className="search-words">Showing {words}.</p>
  const lists = categories.map(({ slug, label }) => ({ to: categoryUrl(slug), label }))
  const shown = lists.length > 0 ? lists : [{ to: productsUrl, label: 'all shoes' }]
  return (
    <p className="search-words">
      Showing <Links links={shown.map(({ to, label }) => ({ to: listUrl(to, { size }), label }))} />
      {size && <> with size {size} in stock</>}.
    </p>
  )
}

/** Shown above products with similar names: the categories that the search may mean. */
export function FuzzyNotice({ search = '', categories }: { search?: string; categories: NamedCategory[] }) {
  return (
    <>
      {categories.length > 0 && (
        <p className="search-words">
          Perhaps you mean <Links links={categories.map(({ slug, label }) => ({ to: categoryUrl(slug), label }))} />?
        </p>
      )}
      <p className="search-words">Nothing matched exactly; these come close.</p>
      <p className="search-words">
        Not what you meant? <AskOnWhatsApp search={search} inline />
      </p>
    </>
  )
}

/** Links to the categories that a search without results may mean. */
export function CategorySuggestions({ categories }: { categories: NamedCategory[] }) {
  if (categories.length === 0) return <ButtonLink to={productsUrl}>All Products</ButtonLink>
  return categories.map(({ slug, label }) => (
    <ButtonLink key={slug} to={categoryUrl(slug)}>
      {label}
    </ButtonLink>
  ))
}

/** Asks the shop on WhatsApp, with the search as it was typed. */
export function AskOnWhatsApp({ search, inline }: { search: string; inline?: boolean }) {
  const shop = useShop()
  const words = `Hello ${shop.name}, I am looking for “${search}” and did not find it in your shop. Do you have it?`
  if (!shop.whatsapp) return null
  return (
    <a className={inline ? undefined : buttonClass({ look: 'ghost' })} href={whatsappUrl(shop, words)} target="_blank" rel="noopener">
      {!inline && <Icon name="whatsapp" />} Ask on WhatsApp
    </a>
  )
}

function Links({ links }: { links: { to: string; label: string }[] }) {
  return links.map(({ to, label }, at) => (
    <Fragment key={to}>
      {at > 0 && (at === links.length - 1 ? ' and ' : ', ')}
      <Link to={to}>{label}</Link>
    </Fragment>
  ))
}
