import { describe, expect, it } from 'vitest'
import { appliedFilters, isNarrowed, priceRefusals, readFilter, readSlugOfPath } from '#web/catalogue/list-filter.ts'

const read = (query: string) => readFilter(new URLSearchParams(query))

describe('readFilter', () => {
  it('reads every part', () => {
    expect(read('search=runner&category=heels&size=42&min=1000&max=5000&sort=price-low')).toEqual({
      search: 'runner',
      category: 'heels',
      size: '42',
      minPrice: 1000,
      maxPrice: 5000,
      sort: 'price-low',
    })
  })

  it.each([
    '',
    'search=&size=&min=&max=&category=',
    'min=-5&max=1e9&sort=fastest&category=A%20B',
    'min=9999999999',
    'sort=toString',
    'search=%00%00',
  ])('drops what is unreasonable in %j', (query) => {
    expect(read(query)).toEqual({})
  })

  it('turns prices given the wrong way round', () => {
    expect(read('min=5000&max=1000')).toEqual({ minPrice: 1000, maxPrice: 5000 })
  })

  it('reads prices as people write them', () => {
    expect(read('min=1,500&max=%205%20000')).toEqual({ minPrice: 1500, maxPrice: 5000 })
  })

  it('folds blanks, takes out control characters, and cuts what is too long', () => {
    expect(read('search=%20mbio%00%0A%20%20runner%20').search).toBe('mbio runner')
    expect(read(`search=${'a'.repeat(500)}`).search).toHaveLength(80)
  })

  it('keeps % and _ as letters, for the search to escape', () => {
    expect(read('search=100%25_').search).toBe('100%_')
  })
})

describe('readSlugOfPath', () => {
  it('keeps an unknown slug as it is, but no control characters', () => {
    expect(readSlugOfPath('party shoes')).toBe('party shoes')
    expect(readSlugOfPath('a\u0000b')).toBe('ab')
    expect(readSlugOfPath(undefined)).toBeUndefined()
  })
})

describe('appliedFilters', () => {
  it.each([
    ['min=abc', [true, false]],
    ['max=4999.50', [false, true]],
    ['max=-1', [false, true]],
    ['min=5,000&max=', [false, false]],
    ['min=%20', [false, false]],
    ['', [false, false]],
  ])('says which price of %j cannot be read', (query, refused) => {
    const { min, max } = priceRefusals(new URLSearchParams(query))
    expect([min !== null, max !== null]).toEqual(refused)
  })

  it('names each choice and knows the filter without it', () => {
    const filter = read('search=runner&size=42&max=5000')
    expect(appliedFilters(filter, (slug) => slug)).toEqual([
      { label: '"runner"', rest: { ...filter, search: undefined } },
      { label: 'Size 42', rest: { ...filter, size: undefined } },
      { label: 'Up to KSh 5,000', rest: { ...filter, maxPrice: undefined } },
    ])
  })

  it('does not count the order as a choice', () => {
    expect(isNarrowed(read('sort=discount'))).toBe(false)
    expect(isNarrowed(read('min=0'))).toBe(true)
  })
})
