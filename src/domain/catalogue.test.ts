import { describe, expect, it } from 'vitest'
import { categoryTitle, isCategory } from '#domain/catalogue.ts'

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
    expect(categoryTitle(slug)).toBe(title)
    expect(isCategory(slug)).toBe(ours)
  })
})
