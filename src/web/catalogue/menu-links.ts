import { type MenuEntry, sneakersSlug } from '#domain/catalogue.ts'
import { categoryUrl, productsUrl } from '#web/addresses.ts'

/** The links on the wall of a list that belongs to no entry of the menu. */
export function menuLinks(menu: MenuEntry[]): { to: string; label: string }[] {
  return [
    { to: productsUrl, label: 'All Products' },
    ...menu.map(({ slug, label }) => ({ to: categoryUrl(slug), label })),
    { to: categoryUrl(sneakersSlug), label: 'Sneakers' },
  ]
}
