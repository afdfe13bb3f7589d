import type { ProductRow } from '#features/catalogue/product-row.ts'

/** What a save must not bring back once somebody else has changed it, such as a price that was raised for a whole category while the form lay open. */
const columns = ['name', 'price', 'discount_percentage', 'category_id', 'style_code', 'is_featured', 'is_available'] as const

/** The product as a form shows it, for the form to carry along. */
export function shownAs(product: ProductRow): string {
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column, product[column]])))
}

/** What a form says, without what it says as it was shown. Of what cannot be read everything counts as said. */
export function onlyChanged<Said extends Record<string, unknown>>(said: Said, shown: string | undefined): Partial<Said> {
  const was = read(shown)
  const isSaid = ([name, value]: [string, unknown]) => !Object.hasOwn(was, name) || was[name] !== value
  return Object.fromEntries(Object.entries(said).filter(isSaid)) as Partial<Said>
}

function read(shown = ''): Record<string, unknown> {
  try {
    return Object(JSON.parse(shown))
  } catch {
    return {}
  }
}
