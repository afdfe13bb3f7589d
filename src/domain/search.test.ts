import { describe, expect, it } from 'vitest'
import {
  type ChartRow,
  categoriesLike,
  conditionsOf,
  describeMeaning,
  describeQuery,
  formatList,
  meaningOf,
  pageOf,
  readSizeChart,
  type SearchWord,
  toEu,
} from '#domain/search.ts'
import { emptyQuery, type ShoeKind } from '#domain/search-query.ts'
import { bornCategories } from '../../test/born-menu.ts'

const { menu: categoryMenu, sneakers: sneakerSlugs } = bornCategories

const word = (text: string, ...categories: string[]): SearchWord => ({
  word: text,
  condition: `'${text}':*AB`,
  categories,
  isAny: false,
  isSaid: false,
  isMeant: false,
})
const kind = (label: string): ShoeKind => ({ label, slugs: [], isPurpose: false })
const heels = word('heels', 'heels')
const women = word('women', 'women-shoes')
const sneakers = word('sneakers', ...sneakerSlugs)
const allSlugs = categoryMenu.flatMap(({ slug, children }) => [slug, ...children.map((child) => child.slug)])

it.each([
  [[], ''],
  [['39'], '39'],
  [['39', '40'], '39 and 40'],
  [['39', '40', '42'], '39, 40 and 42'],
])('%j are listed as %s', (words, list) => expect(formatList(words)).toBe(list))

it('a single letter counts beside a word', () => expect(conditionsOf([word('a'), heels])).toEqual(["'a':*AB", heels.condition]))

describe('a search in words', () => {
  it.each([
    [{ categories: [] }, 'all shoes'],
    [{ categories: [{ slug: 'heels', label: 'Heels' }], size: '38' }, 'Heels with size 38 in stock'],
    [{ categories: [], words: 'black loafers' }, 'black loafers'],
  ])('%j: %s', (meaning, words) => expect(describeMeaning(meaning)).toBe(words))

  it.each([
    [{}, 'shoes'],
    [
      { kinds: [[kind('loafers')]], colours: ['black', 'brown'], audience: 'men' as const, sizes: ['42'], maxPrice: 4000 },
      'black or brown loafers for men in size 42 up to KSh 4,000',
    ],
    [
      { kinds: [[kind('heels'), kind('flats')], [kind('sandals')]], said: ['leather'], minPrice: 1000, maxPrice: 4000 },
      'leather heels or flats and sandals from KSh 1,000 to KSh 4,000',
    ],
    [
      { names: ['mbio', 'wingu'], onOffer: true, sizes: ['42', '43'], minPrice: 0 },
      'shoes called “mbio wingu” in size 42 or 43 at a discount from KSh 0',
    ],
  ])('%j: %s', (query, words) => expect(describeQuery({ ...emptyQuery, ...query })).toBe(words))
})

describe('a search for categories', () => {
  it.each<[SearchWord[], object | null]>([
    [[], null],
    [[heels], { categories: [{ slug: 'heels', label: 'Women Heels' }] }],
    [[women], { categories: [{ slug: 'women-shoes', label: 'Women Shoes' }] }],
    [[women, heels], { categories: [{ slug: 'heels', label: 'Women Heels' }] }],
    [[sneakers], { categories: [{ slug: 'sneakers', label: 'Sneakers' }] }],
    [[word('shoes', ...allSlugs)], { categories: [] }],
    [[heels, word('38')], { categories: [{ slug: 'heels', label: 'Women Heels' }], size: '38' }],
    [[word('42')], { categories: [], size: '42' }],
    [[word('30')], { categories: [], size: '30' }],
    [[word('46')], { categories: [], size: '46' }],
    [[word('47')], null],
    [[word('38'), word('39')], null],
    [[heels, word('jordan', 'jordans')], null],
    [[word('mbio')], null],
    // As many as there are sneakers, and not all of them are.
    [
      [word('mbio', 'heels', 'flats', 'jordans', 'nike', 'casual')],
      {
        categories: [
          { slug: 'heels', label: 'Women Heels' },
          { slug: 'flats', label: 'Women Flats' },
          { slug: 'jordans', label: 'Men Jordans' },
          { slug: 'nike', label: 'Men Nike' },
          { slug: 'casual', label: 'Men Casual' },
        ],
      },
    ],
  ])('%j means %j', (words, meaning) => expect(meaningOf(words, bornCategories)).toEqual(meaning))

  it.each<[SearchWord[], string[]]>([
    [[], []],
    [[heels], ['heels']],
    [[word('jordan', 'jordans')], ['sneakers', 'jordans']],
    [
      [sneakers, heels],
      ['sneakers', 'heels'],
    ],
    [[word('shoes', ...allSlugs)], ['sneakers', ...allSlugs.filter((slug) => !sneakerSlugs.includes(slug))]],
  ])('%j is near %j', (words, slugs) => expect(categoriesLike(words, bornCategories).map(({ slug }) => slug)).toEqual(slugs))

  it('calls the only sneakers of a shop by their own name', () => {
    expect(meaningOf([word('nike', 'nike')], { menu: categoryMenu, sneakers: ['nike'] })).toEqual({
      categories: [{ slug: 'nike', label: 'Men Nike' }],
    })
  })

  it('has no page of all sneakers in a shop without any', () => expect(pageOf([], { sneakers: [] })).toBeUndefined())

  it('has a page for one category and for all sneakers', () => {
    expect(
      [['heels'], [...sneakerSlugs], ['heels', 'flats'], [], [...sneakerSlugs, 'heels'], ['heels', 'flats', 'nike', 'jordans', 'casual']].map(
        (slugs) => pageOf(slugs, bornCategories),
      ),
    ).toEqual(['heels', 'sneakers', ...Array<undefined>(4)])
  })
})

const row = (EU: string, UK: string, women: string | null, men: string | null): ChartRow => ({ EU, UK, 'US women': women, 'US men': men, cm: null })
const chart = [row('40', '6.5', '9', '7.5'), row('41', '7.5', '10', '8.5'), row('42', '8', '10.5', '9'), row('45', '10.5', null, '11.5')]

describe('a size of another system', () => {
  it.each([
    ['UK', '8', null, ['42']],
    ['UK', '8.0', null, ['42']],
    ['UK', '7', null, ['40', '41']],
    ['UK', '20', null, []],
    ['US', '9', 'men', ['42']],
    ['US', '9', 'women', ['40']],
    ['US', '9', null, ['40', '42']],
    ['US', '8', 'men', ['40', '41']],
    ['UK', '8', 'kids', []],
  ] as const)('%s %s for %s is %j', (system, label, audience, labels) => expect(toEu(chart, { system, label }, audience)).toEqual(labels))

  it('is unknown without a chart', () => expect(toEu([], { system: 'UK', label: '8' }, null)).toEqual([]))
})

it('is read from a table, with the rows that have a size of ours', () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td> ${cell} </td>`).join('')}</tr>`
  expect(readSizeChart(`<table>${row('<b>EU</b>', 'UK')}${row('42', '8')}${row('–', '9')}${row('43')}</table>`)).toEqual([
    { EU: '42', UK: '8', 'US women': null, 'US men': null, cm: null },
    { EU: '43', UK: null, 'US women': null, 'US men': null, cm: null },
  ])
  expect(readSizeChart('')).toEqual([])
})
