import { flag, optionalFile, optionalReference, text, wholeNumber } from '#domain/columns.ts'

export const slugHint = 'Use small letters, digits and single hyphens, such as school-shoes.'

/** What the owner says of a category of the menu; its address has a rule of its own. */
export const categoryColumns = {
  name: text('Name', 'Enter a name, such as School Shoes.', { max: 60, example: 'School Shoes' }),
  slug: text('Address', slugHint, { max: 60, placeholder: 'school-shoes' }),
  parent_id: optionalReference('Stands under', "We don't know this category.", {
    description: 'The category that it stands under, which stands under none',
  }),
  position: wholeNumber('Place', 'Enter a whole number from 0 to 999.', {
    ...{ min: 0, max: 999, filled: 'Without it, the last', description: 'Its place among its neighbours, from 0' },
  }),
  is_hidden: flag('Hidden', false, {
    hint: 'In no menu, with what stands under it. Its page and its shoes stay where links and searches lead.',
    description: 'In no menu, filter or sitemap, with what stands under it; its page still answers',
  }),
  is_sneaker: flag('Sneakers', false, {
    ...{ hint: 'Its shoes are on the page of all sneakers too.', description: 'On the page of all sneakers' },
  }),
  image_url: optionalFile('Picture', 'Upload the picture, or write its address that begins with https://.', {
    ...{ bucket: 'promotional-images', hint: 'Stands beside the title of its page.' },
    description: 'What `/api/storage/promotional-images` answered for the picture, or its https address at another site: it is fetched once and kept',
  }),
}
const { position: _, ...written } = categoryColumns
/** Those of its form: a category is moved by hand. */
export const writtenOfCategory = written

/** A category as its place in the menu concerns it. */
interface Placed {
  id: string
  name: string
  parent_id: string | null
}

/** Why a category cannot stand under another, which is null for the top: the menu has two levels (spec §2). Null where it can. */
export function parentRefusal(categories: Placed[], id: string, parentId: string | null): string | null {
  if (parentId === null) return null
  const parent = categories.find((each) => each.id === parentId)
  const top = parent && categories.find((each) => each.id === parent.parent_id)
  const children = childrenOf(categories, id)
  if (parentId === id) return 'A category cannot stand under itself.'
  if (!parent) return "We don't know this category."
  if (top?.id === id) return `${parent.name} stands under this category: give it another place first.`
  if (top) return `${parent.name} stands under ${top.name} itself, and the menu has two levels: choose ${top.name}, or none.`
  if (children.length > 0) return `The menu has two levels, and ${namesOf(children)} would be on a third: move what stands under this category first.`
  return null
}

/** Why all that a category holds cannot go to another; null where it can. */
export function mergeRefusal(categories: Placed[], id: string, intoId: string): string | null {
  const into = categories.find((each) => each.id === intoId)
  const children = childrenOf(categories, id)
  if (!into || intoId === id) return 'Choose another category.'
  if (children.length > 0 && into.parent_id !== null)
    return `${namesOf(children)} would go to a third level under ${into.name}: choose a category of the top level.`
  const twins = childrenOf(categories, intoId).filter((each) => children.some(({ name }) => name.toLowerCase() === each.name.toLowerCase()))
  return twins.length > 0 ? `Both have ${namesOf(twins)} under them: rename or merge that first.` : null
}

/** A free slug made of names: `sneakers`, or `women-sneakers` under Women Shoes, or `sneakers-2`. Null where the name has no letters that an address may have. */
export function freeSlug(name: string, parent: string | undefined, isTaken: (slug: string) => boolean): string | null {
  const own = slugOf(name, 40)
  const group = slugOf(parent?.split(' ')[0] ?? '', 15)
  if (!own) return null
  const numbered = Array.from({ length: 97 }, (_, at) => `${own}-${at + 2}`)
  return [own, ...(group ? [`${group}-${own}`] : []), ...numbered].find((slug) => !isTaken(slug)) ?? null
}

/** `categories_slug_check` and `categories_slug_free` of the database. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** At most so many characters, and no hyphen at an end. */
function slugOf(name: string, most: number): string {
  const letters = name.normalize('NFKD').replace(/[\u0300-\u036f'’]/g, '')
  return letters
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, most)
    .replace(/-$/, '')
}

const childrenOf = (categories: Placed[], id: string) => categories.filter(({ parent_id }) => parent_id === id)

function namesOf(categories: Placed[]): string {
  const names = categories.map(({ name }) => name)
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and more` : names.join(', ')
}
