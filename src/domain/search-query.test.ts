import { describe, expect, it } from 'vitest'
import { nearWord } from '#domain/near-word.ts'
import { readNumbers } from '#domain/query-numbers.ts'
import { following, isFollowing, parseQuery, possibleNames, wantsShoes } from '#domain/search-query.ts'

/** A query in short. */
const read = (text: string) => {
  const { kinds, audience, sizes, foreign, minPrice, maxPrice, colours, names, said, unknown, onOffer, sort } = parseQuery(text, (word) =>
    ['karen', 'mbio', 'canvas', 'salt'].includes(word) ? word : null,
  )
  return [
    kinds.map((group) => group.map(({ label }) => label).join('|')).join('+'),
    colours.join('|'),
    names.join(' '),
    said.join(' '),
    audience,
    sizes.join('|'),
    foreign && `${foreign.system} ${foreign.label}`,
    minPrice !== undefined && `from ${minPrice}`,
    maxPrice !== undefined && `to ${maxPrice}`,
    onOffer && 'on offer',
    sort,
    unknown.length > 0 && `? ${unknown.join(' ')}`,
  ]
    .filter(Boolean)
    .join(', ')
}

describe('what is looked for', () => {
  it.each([
    ['black loafers size 42 under 4000', 'loafers, black, 42, to 4000'],
    ['habari, mna viatu vya wanaume size 43?', 'men, 43'],
    ['blak ofical shoes siz 42', 'official shoes, black, 42'],
    ['bei ya chini kabisa ni gani', 'price-low'],
    ['BLACK LOAFERS, SIZE:42 <4,000/-', 'loafers, black, 42, to 4000'],
    ['nataka viatu nyeusi saizi ya 42 chini ya 4k', 'black, 42, to 4000'],
    ['sneakers or loafers', 'sneakers|loafers'],
    ['nike sneakers', 'Nike shoes+sneakers'],
    ['running sneakers', 'sneakers'],
    ['sizes 41 or 42', '41|42'],
    ['size 38,39', '38|39'],
    ['uk 8.5 boots', 'boots, UK 8.5'],
    ['size 9 us', 'US 9'],
    ['size 8', 'UK 8'],
    ["US men's size 9", 'men, US 9'],
    ['us women 8', 'women, US 8'],
    ['viatu vya kike', 'women'],
    ['raba nyeusi za kiume', 'sneakers, black, men'],
    ['viatu vya watoto wa kike', 'kids'],
    ['visigino rangi ya damu ya mzee', 'heels, maroon'],
    ['champali', 'sandals'],
    ['send us 2 pairs', '? send'],
    ['heels between 3000 and 5,000 bob', 'heels, from 3000, to 5000'],
    ['1000-2500', 'from 1000, to 2500'],
    ['not more than 3000', 'to 3000'],
    ['not less than 3000', 'from 3000'],
    ['more than KSh5000', 'from 5000'],
    ['budget ya 2.5k', 'to 2500'],
    ['something for 4000', 'to 4000'],
    ['discount of 20%', 'on offer, discount'],
    ['cheap shoes for my daughter', 'kids, price-low'],
    ["women's sandals", 'sandals, women'],
    ['karen mbio', 'karen mbio'],
    ['Salt slip-ons', 'slip-ons, salt'],
    ['leather boots', 'boots, leather'],
    ['snekers, lofers', 'sneakers+loafers'],
    ['black sneakers and brown sandals', 'sneakers|sandals, black|brown'],
    ['viatu chini ya elfu tatu', 'to 3000'],
    ['unisex sneakers', 'unisex shoes+sneakers'],
    ['adidas sneakers', 'sneakers, ? adidas'],
    ['boots for the rain', 'boots'],
    ['do you sell socks', '? socks'],
    ['toString constructor', '? tostring constructor'],
    ['\u0000 %_ \\ 💥', ''],
  ])('%j is %s', (text, query) => expect(read(text)).toBe(query))

  it('goes on from what was looked for before, as long as no other shoes are named', () => {
    const before = parseQuery('black loafers size 42 under 4000')
    expect(following(parseQuery('and in 43?'), before)).toEqual({ ...before, sizes: ['43'] })
    expect(following(parseQuery('brown ones up to 6000'), before)).toEqual({ ...before, colours: ['brown'], maxPrice: 6000 })
    for (const part of ['and in 43?', 'brown ones', 'cheaper']) expect(isFollowing(parseQuery(part)), part).toBe(true)
    for (const other of ['heels in 38', 'viatu za watoto size 30', 'crocs size 42', 'thank you'])
      expect(isFollowing(parseQuery(other)), other).toBe(false)
  })

  it('is nothing in talk', () => {
    for (const text of ['hello there', 'what is the capital of France', 'asante sana', '']) expect(wantsShoes(parseQuery(text)), text).toBe(false)
  })

  it('is read in no time, however long and hostile', () => {
    const long = `${'between 1000 '.repeat(300)}${'size '.repeat(300)}${'a'.repeat(3000)} ${'snekers '.repeat(200)}`
    const begun = performance.now()
    parseQuery(long)
    expect(possibleNames(long).length).toBeLessThanOrEqual(8)
    expect(performance.now() - begun).toBeLessThan(1000)
    // One sign that stands for eighteen letters.
    expect(readNumbers('\ufdfa'.repeat(1000)).rest.length).toBeLessThanOrEqual(1000)
  })
})

describe('a misspelt word', () => {
  it.each([
    ['snekers', 'sneaker'],
    ['lofer', 'loafer'],
    ['laofer', 'loafer'],
    ['loafre', 'loafer'],
    ['sneker', 'sneaker'],
    ['reafol', null],
    ['sock', null],
    ['', null],
  ])('%j may be %s', (typed, word) => expect(nearWord(typed, ['loafer', 'sneaker', 'stock'].slice(0, typed === 'sock' ? 2 : 3))).toBe(word))
})
