import { describe, expect, it } from 'vitest'
import { categoriesLike } from '#domain/catalogue.ts'

describe('categoriesLike', () => {
  it.each([
    ['sneakers', ['Sneakers']],
    ['white sneaker', ['Sneakers']],
    ['JORDAN', ['Jordans']],
    ['nike', ['Nike']],
    ['heels', ['Heels']],
    ['shoes', ['Women Shoes', 'Men Shoes', 'Unisex Shoes']],
    ["men's", ['Men Shoes']],
    ['s', []],
    ['zzz', []],
    ['', []],
  ])('knows what %j may mean', (search, labels) => {
    expect(categoriesLike(search).map(({ label }) => label)).toEqual(labels)
  })

  it('names one address for all sneakers', () => {
    expect(categoriesLike('sneakers')).toEqual([{ slug: 'sneakers', label: 'Sneakers' }])
  })
})
