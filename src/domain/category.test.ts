import { describe, expect, it } from 'vitest'
import { freeSlug, mergeRefusal, parentRefusal } from '#domain/category.ts'

const of = (id: string, parent_id: string | null = null, name = id) => ({ id, name, parent_id })
const shop = [
  ...[of('Women'), of('Heels', 'Women'), of('Flats', 'Women'), of('Men'), of('Flat', 'Men', 'flats')],
  ...[of('Kids'), of('Bags'), of('Totes', 'Bags')],
]

describe('a category under another', () => {
  it.each([
    ['Kids', null, null],
    ['Kids', 'Women', null],
    ['Heels', 'Men', null],
    ['new', 'Men', null],
    ['Kids', 'Kids', 'A category cannot stand under itself.'],
    ['Kids', 'none', "We don't know this category."],
    ['Women', 'Heels', 'Heels stands under this category: give it another place first.'],
    ['Kids', 'Heels', 'Heels stands under Women itself, and the menu has two levels: choose Women, or none.'],
    ['Women', 'Men', 'The menu has two levels, and Heels, Flats would be on a third: move what stands under this category first.'],
  ])('%s under %s: %s', (id, parent, refusal) => expect(parentRefusal(shop, id, parent)).toBe(refusal))
})

describe('a merge', () => {
  it.each([
    ['Heels', 'Kids', null],
    ['Heels', 'Women', null],
    ['Kids', 'Heels', null],
    ['Women', 'Kids', null],
    ['Heels', 'Heels', 'Choose another category.'],
    ['Heels', 'none', 'Choose another category.'],
    ['Women', 'Flat', 'Heels, Flats would go to a third level under flats: choose a category of the top level.'],
    ['Women', 'Heels', 'Heels, Flats would go to a third level under Heels: choose a category of the top level.'],
    ['Women', 'Bags', null],
    ['Women', 'Men', 'Both have flats under them: rename or merge that first.'],
    ['Men', 'Women', 'Both have Flats under them: rename or merge that first.'],
  ])('of %s into %s: %s', (id, into, refusal) => expect(mergeRefusal(shop, id, into)).toBe(refusal))
})

it.each([
  [3, 'A, B, C would go to a third level under Flats: choose a category of the top level.'],
  [4, 'A, B, C and more would go to a third level under Flats: choose a category of the top level.'],
])('of many categories three are named: %i', (count, refusal) => {
  const children = ['A', 'B', 'C', 'D'].slice(0, count).map((id) => of(id, 'Sport'))
  expect(mergeRefusal([...shop, of('Sport'), ...children], 'Sport', 'Flats')).toBe(refusal)
})

it.each([
  ['School Shoes', undefined, 'school-shoes'],
  ['  Men’s “Derby” & co. ', 'Men Shoes', 'mens-derby-co'],
  ['Café', undefined, 'cafe'],
  ['Sneakers', 'Women Shoes', 'women-sneakers'],
  ['Sneakers', undefined, 'sneakers-2'],
  ['Sneakers', 'Unisex', 'sneakers-2'],
  ['Sneakers', 'Antidisestablishment', 'antidisestablis-sneakers'],
  ['s'.repeat(60), 'Men Shoes', 's'.repeat(40)],
  ['靴', undefined, null],
  ['靴', 'Men Shoes', null],
  ['Sneakers', 'Kindergartenss-Shoes', 'kindergartenss-sneakers'],
])('%s under %s has the address %s', (name, parent, slug) =>
  expect(freeSlug(name, parent, (taken) => ['sneakers', 'unisex-sneakers'].includes(taken))).toBe(slug),
)

it('a category of which every address is taken has none', () => expect(freeSlug('Sneakers', 'Women Shoes', () => true)).toBeNull())
