import { describe, expect, it } from 'vitest'
import { categoryTitle, isCategory, menuEntryOf, pairName, pairSubject, sizeRange, sizeRun, sizeText, titleOf } from '#domain/catalogue.ts'
import { bornCategories } from '../../test/born-menu.ts'

const { menu } = bornCategories

describe('a word in the place of a category', () => {
  it.each([
    ['sneakers', 'Sneakers', true],
    ['women-shoes', 'Women Shoes', true],
    ['jordans', 'Jordans', true],
    ['women-unisex-sneakers', 'Unisex Sneakers for Women', true],
    ['men-unisex-sneakers', 'Unisex Sneakers for Men', true],
    ['women-sneakers', 'Sneakers', true],
    ['party-shoes', 'party-shoes', false],
    ['constructor', 'constructor', false],
  ])('%s is titled %s; one of ours: %s', (slug, title, ours) => {
    expect(categoryTitle(menu, slug)).toBe(title)
    expect(isCategory(menu, slug)).toBe(ours)
  })
})

describe('a category', () => {
  it('is titled Products where none is named', () => expect(categoryTitle(menu, undefined)).toBe('Products'))
  it.each([
    ['heels', 'Old name', 'Heels'],
    ['party-shoes', 'Party shoes', 'Party shoes'],
  ])('%s has the title of the menu, or else its own name', (slug, name, title) => expect(titleOf(menu, { slug, name })).toBe(title))
  it.each([
    ['men-shoes', 'men-shoes'],
    ['jordans', 'men-shoes'],
    ['heels', 'women-shoes'],
    ['unisex-shoes', 'unisex-shoes'],
    ['party-shoes', undefined],
  ])('%s stands in the menu under %s', (slug, entry) => expect(menuEntryOf(menu, slug)?.slug).toBe(entry))
  it('that is unknown stands nowhere', () => expect(menuEntryOf(menu, 'party-shoes')).toBeNull())
})

it.each([
  [[], ''],
  [['One size'], 'One size'],
  [['36', '38', '41'], '36–41'],
])('sizes %j read %j', (labels, range) => expect(sizeRange(labels.map((label) => ({ label, stock: 1 })))).toBe(range))

it('counts sizes with both ends', () => expect([sizeRun(36, 38), sizeRun(38, 38), sizeRun(39, 38)]).toEqual([['36', '37', '38'], ['38'], []]))

describe('the size of a pair', () => {
  it.each([
    ['42', 'Size 42', 'Mbio Wingu, size 42', 'Mbio Wingu, size 42,'],
    ['One size', '', 'Mbio Wingu', 'Mbio Wingu'],
  ])('%s is said only where there are several', (size, text, name, subject) => {
    const pair = { name: 'Mbio Wingu', size }
    expect([sizeText(size), pairName(pair), pairSubject(pair)]).toEqual([text, name, subject])
  })
})
