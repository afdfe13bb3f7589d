import { describe, expect, it } from 'vitest'
import { maxLength, readNumbers } from '#domain/search-query.ts'

const none = { minPrice: undefined, maxPrice: undefined, sizes: [], foreign: null }

describe('the numbers of a search', () => {
  it.each<[string, object, string]>([
    ['Loafers', {}, 'loafers'],
    ['loafers under 4,000', { maxPrice: 4000 }, 'loafers'],
    ['loafers < KSh 4.5k', { maxPrice: 4500 }, 'loafers'],
    ['loafers > 3000', { minPrice: 3000 }, 'loafers'],
    ['from 3000 loafers', { minPrice: 3000 }, 'loafers'],
    ['5000 to 3000', { minPrice: 3000, maxPrice: 5000 }, ''],
    ['between KSh3,000 and 5,000/=', { minPrice: 3000, maxPrice: 5000 }, ''],
    ['over 2000 heels under 4000', { minPrice: 2000, maxPrice: 4000 }, 'heels'],
    ['heels 4500', { maxPrice: 4500 }, 'heels'],
    ['heels 500', { maxPrice: 500 }, 'heels'],
    ['heels 499', {}, 'heels 499'],
    ['574 heels under 3000', { maxPrice: 3000 }, '574 heels'],
    ['over 2000 heels 4500', { minPrice: 2000 }, 'heels 4500'],
    ['elfu tatu', { maxPrice: 3000 }, ''],
    ['elfu constructor', {}, 'elfu constructor'],
    ['50% off', {}, 'off'],
    ["kid's 38", { sizes: ['38'] }, 'kids'],
    ['size 38 or 39 and 39', { sizes: ['38', '39'] }, ''],
    ['eu 42.5', { sizes: ['42.5'] }, ''],
    ['size 52', { sizes: ['52'] }, ''],
    ['uk 8', { foreign: { system: 'UK', label: '8' } }, ''],
    ['us 9.5', { foreign: { system: 'US', label: '9.5' } }, ''],
    ['8.5 us', { foreign: { system: 'US', label: '8.5' } }, ''],
    ['8 uk', { foreign: { system: 'UK', label: '8' } }, ''],
    ['size 7', { foreign: { system: 'UK', label: '7' } }, ''],
    ['us womens 9', { foreign: { system: 'US', label: '9' } }, 'womens'],
    ['what do you sell', {}, 'shoes'],
    ['x'.repeat(maxLength + 1), {}, 'x'.repeat(maxLength)],
  ])('%s', (text, numbers, rest) => {
    const { rest: left, ...read } = readNumbers(text)
    expect(read).toEqual({ ...none, ...numbers })
    expect(left.replace(/\s+/g, ' ').trim()).toBe(rest)
  })
})
