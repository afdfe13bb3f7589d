import { describe, expect, it } from 'vitest'
import {
  emptyQuery,
  following,
  isFollowing,
  looserQueries,
  maxLength,
  readNumbers,
  type SearchQuery,
  type SearchTerm,
  toQuery,
  wantsShoes,
} from '#domain/search-query.ts'

const term = (word: string, kind: SearchTerm['kind'], name = word, categories: string[] | null = null): SearchTerm => ({
  word,
  kind,
  name,
  categories,
})
const read = (...terms: SearchTerm[]) => toQuery(terms, { sizes: [], foreign: null })
const loafers = term('loafers', 'kind', 'loafers', ['loafers'])
const heels = term('heels', 'kind', 'heels', ['heels'])
const running = term('running', 'purpose', 'running shoes')
const or = term('or', 'sense')
const forWord = term('for', 'sense')
const labels = (query: SearchQuery) => query.kinds.map((group) => group.map(({ label }) => label))

describe('the words of a search, put together', () => {
  it('are nothing without a word', () => {
    expect(read()).toEqual(emptyQuery)
    expect(wantsShoes(emptyQuery)).toBe(false)
    const lists = { sizes: [], kinds: [], colours: [], names: [], said: [], unknown: [], instead: [] }
    expect(emptyQuery).toEqual({ ...lists, foreign: null, audience: null, onOffer: false, asksFacts: false, anyShoe: false, sort: undefined })
    expect(read(term('please', 'sense', 'polite'))).toEqual(emptyQuery)
    expect(read(term('x', 'sense', 'constructor'))).toEqual(emptyQuery)
  })

  it('make kinds: each a condition, or one with the other after "or"', () => {
    expect(labels(read(loafers, heels))).toEqual([['loafers'], ['heels']])
    expect(labels(read(loafers, or, heels))).toEqual([['loafers', 'heels']])
    expect(labels(read(loafers, or, heels, term('flats', 'kind')))).toEqual([['loafers', 'heels'], ['flats']])
    expect(labels(read(loafers, loafers))).toEqual([['loafers']])
    expect(labels(read(loafers, or, heels, loafers))).toEqual([['loafers', 'heels']])
    expect(labels(read(loafers, term('cheap', 'sense'), heels))).toEqual([['loafers'], ['heels']])
    expect(labels(read(or, heels))).toEqual([['heels']])
    expect(read(loafers).kinds).toEqual([[{ label: 'loafers', slugs: ['loafers'], isPurpose: false }]])
    expect(read(term('boots', 'kind')).kinds[0]?.[0]?.slugs).toEqual([])
  })

  it('drop a purpose beside a kind of shoe', () => {
    expect(labels(read(running, loafers))).toEqual([['loafers']])
    expect(labels(read(running))).toEqual([['running shoes']])
    expect(labels(read(running, or, loafers, term('hiking', 'purpose')))).toEqual([['running shoes', 'loafers']])
  })

  it('make conditions of colours, materials and names, each once', () => {
    const query = read(
      term('black', 'colour'),
      term('nyeusi', 'colour', 'black'),
      term('leather', 'material'),
      term('mbio', 'name'),
      term('mbio', 'name'),
    )
    expect(query).toMatchObject({ colours: ['black'], said: ['leather'], names: ['mbio'] })
  })

  it('know for whom the shoes are; those of a girl are children’s', () => {
    const [kids, womens] = [term('kids', 'audience'), term('girls', 'audience', 'women')]
    expect([read(womens), read(kids, womens), read(womens, kids)].map(({ audience }) => audience)).toEqual(['women', 'kids', 'kids'])
  })

  it('keep what nothing has, but short words and what shoes are for', () => {
    expect(read(term('laptops', null), term('xyz', null), term('wxyz', null)).unknown).toEqual(['laptops', 'wxyz'])
    expect(read(loafers, forWord, term('church', null)).unknown).toEqual([])
    expect(read(loafers, term('please', 'sense', 'polite'), term('church', null)).unknown).toEqual(['church'])
    expect(read(forWord, term('church', null)).unknown, 'without shoes before').toEqual(['church'])
    expect(read(loafers, forWord, term('black', 'colour'), term('church', null)).unknown, 'once').toEqual(['church'])
    expect(read(term('timberland', 'make', 'boots'))).toMatchObject({
      unknown: ['timberland'],
      instead: [{ label: 'boots', slugs: [], isPurpose: false }],
    })
  })

  it.each([
    ['shoe', { anyShoe: true }],
    ['size', { asksFacts: true }],
    ['system', { asksFacts: true }],
    ['price', { asksFacts: true }],
    ['offer', { onOffer: true, sort: 'discount' }],
    ['cheap', { sort: 'price-low' }],
    ['dear', { sort: 'price-high' }],
    ['new', { sort: 'newest' }],
  ])('take the sense %s', (name, parts) => expect(read(term(name, 'sense'))).toEqual({ ...emptyQuery, ...parts }))

  it('sort by price where both are asked for', () => expect(read(term('offer', 'sense'), term('cheap', 'sense')).sort).toBe('price-low'))
})

describe('a search that goes on', () => {
  const before = read(loafers, term('black', 'colour'))
  it.each<[Partial<SearchQuery>, boolean]>([
    [{ sizes: ['43'] }, true],
    [{ foreign: { system: 'UK', label: '8' } }, true],
    [{ colours: ['red'] }, true],
    [{ minPrice: 0 }, true],
    [{ maxPrice: 4000 }, true],
    [{ sort: 'newest' }, true],
    [{ onOffer: true }, true],
    [{}, false],
    [{ sizes: ['43'], unknown: ['laptops'] }, false],
    [{ sizes: ['43'], names: ['mbio'] }, false],
    [{ sizes: ['43'], said: ['leather'] }, false],
    [{ sizes: ['43'], audience: 'men' }, false],
    [{ sizes: ['43'], anyShoe: true }, false],
  ])('by %j: %s', (parts, goesOn) => {
    expect(isFollowing({ ...emptyQuery, ...parts })).toBe(goesOn)
    expect(wantsShoes({ ...emptyQuery, ...parts })).toBe(Object.keys(parts).length > 0)
  })
  it('replaces the conditions that it names', () => {
    expect(following({ ...emptyQuery, colours: ['red'], sizes: ['43'], maxPrice: 4000, sort: 'newest', onOffer: true }, before)).toEqual({
      ...before,
      ...{ colours: ['red'], sizes: ['43'], minPrice: undefined, maxPrice: 4000, sort: 'newest', onOffer: true },
    })
    expect(following(emptyQuery, before)).toEqual(before)
  })
})

describe('a search that found nothing', () => {
  const parts = ({ colours, sizes, names, maxPrice, sort }: SearchQuery) => [colours, sizes, names, maxPrice, sort]
  it('is tried without one condition, then without two', () => {
    const query = { ...emptyQuery, kinds: read(loafers).kinds, colours: ['black'], sizes: ['43'] }
    expect(looserQueries(query).map(({ colours, sizes }) => [colours, sizes])).toEqual([
      [['black'], ['43']],
      [[], ['43']],
      [['black'], []],
      [[], []],
    ])
  })
  it('keeps as many conditions as it can', () => {
    const query = { ...emptyQuery, kinds: read(loafers).kinds, colours: ['black'], sizes: ['43'], maxPrice: 4000 }
    const left = looserQueries(query).map(({ colours, sizes, maxPrice }) => colours.length + sizes.length + Number(maxPrice !== undefined))
    expect(left).toEqual([3, 2, 2, 2, 1, 1, 1, 0])
  })
  it('is tried without its names last, and only where a kind is left', () => {
    expect(looserQueries({ ...emptyQuery, names: ['mbio'], kinds: read(loafers).kinds }).map(({ names }) => names)).toEqual([['mbio'], []])
    expect(looserQueries({ ...emptyQuery, names: ['mbio'], audience: 'men' }).map(({ names }) => names)).toEqual([['mbio'], []])
    expect(looserQueries({ ...emptyQuery, names: ['mbio'] }).map(({ names }) => names)).toEqual([['mbio']])
    expect(looserQueries({ ...emptyQuery, names: ['mbio'], colours: ['black'] }).map(({ names }) => names)).toEqual([['mbio'], ['mbio']])
  })
  it('has the nearest prices first where it goes without a price', () => {
    const kinds = read(loafers).kinds
    expect(looserQueries({ ...emptyQuery, kinds, maxPrice: 4000 }).map(parts)).toEqual([
      [[], [], [], 4000, undefined],
      [[], [], [], undefined, 'price-low'],
    ])
    expect(looserQueries({ ...emptyQuery, kinds, minPrice: 4000 }).at(-1)).toMatchObject({ minPrice: undefined, sort: 'price-high' })
    expect(looserQueries({ ...emptyQuery, kinds, minPrice: 1, maxPrice: 9 }).at(-1)?.sort).toBe('price-low')
  })
  it('takes the kinds nearest to a make only where none is named, and drops unknown words', () => {
    const make = { label: 'boots', slugs: [], isPurpose: false }
    expect(looserQueries({ ...emptyQuery, unknown: ['timberland'], instead: [make] })).toMatchObject([{ kinds: [[make]], unknown: [] }])
    expect(looserQueries({ ...emptyQuery, kinds: read(loafers).kinds, instead: [make] })).toMatchObject([{ kinds: read(loafers).kinds }])
  })
  it('goes without a single condition for any shoe alone', () => {
    expect(looserQueries({ ...emptyQuery, colours: ['black'] }).map(({ colours }) => colours)).toEqual([['black']])
    expect(looserQueries({ ...emptyQuery, colours: ['black'] }, true).map(({ colours }) => colours)).toEqual([['black'], []])
    expect(looserQueries({ ...emptyQuery, onOffer: true, sort: 'discount' })).toHaveLength(1)
    expect(looserQueries(emptyQuery)).toEqual([])
  })
})

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
