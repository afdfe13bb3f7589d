import { describe, expect, it } from 'vitest'
import { categoryMenu } from '#domain/catalogue.ts'
import { categoriesLike, describeMeaning, meaningOf, searchWords } from '#domain/search.ts'

describe('meaningOf', () => {
  it.each<[string, string[] | null, string?]>([
    ['shoes', []],
    ['Shoe', []],
    ['viatu', []],
    ['kiatu', []],
    ['sneaker', ['Sneakers']],
    ['SNEAKERS', ['Sneakers']],
    ['raba', ['Sneakers']],
    ['women', ['Women Shoes']],
    ["women's shoes", ['Women Shoes']],
    ['shoes for ladies', ['Women Shoes']],
    ['viatu vya wanaume', ['Men Shoes']],
    ['viatu vya kike', ['Women Shoes']],
    ['viatu vya kiume', ['Men Shoes']],
    ['visigino', ['Women Heels']],
    ['women sneakers', ['Women Sneakers', 'Women Unisex Sneakers']],
    ['men sneakers', ['Men Jordans', 'Men Nike', 'Men Unisex Sneakers']],
    ['unisex', ['Women Unisex Sneakers', 'Men Unisex Sneakers', 'Unisex Shoes']],
    ['jordan', ['Men Jordans']],
    ['jordans', ['Men Jordans']],
    ['nike shoes', ['Men Nike']],
    ['heels', ['Women Heels']],
    ['42', [], '42'],
    ['size 42', [], '42'],
    ['Saizi 38', [], '38'],
    ['30', [], '30'],
    ['46', [], '46'],
    ['heels size 38', ['Women Heels'], '38'],
    ['nike 43', ['Men Nike'], '43'],
    ['29', null],
    ['47', null],
    ['420', null],
    ['40 41', null],
    ['size', null],
    ['women nike', null],
    ['white sneakers', null],
    ['constructor', null],
    ['karen driver', null],
    ['s', null],
    ['', null],
    ['%', null],
  ])('reads %j as %j %s', (search, labels, size) => {
    const meaning = meaningOf(search)
    expect(meaning?.categories.map(({ label }) => label) ?? null).toEqual(labels)
    expect(meaning?.size).toBe(size)
  })

  it('understands every word of the menu', () => {
    for (const { label, children } of categoryMenu)
      for (const each of [label, ...children.map((child) => child.label)]) expect(meaningOf(each), each).not.toBeNull()
  })
})

it.each([
  ['viatu', 'all shoes'],
  ['sneaker', 'Sneakers'],
  ['size 42', 'all shoes with size 42 in stock'],
  ['women heels 38', 'Women Heels with size 38 in stock'],
])('says what %j was read as', (search, words) => {
  const meaning = meaningOf(search)
  expect(meaning && describeMeaning(meaning)).toBe(words)
})

describe('searchWords', () => {
  const slugs = (search: string) => searchWords(search).map(({ word, categories }) => [word, ...categories])
  it('are all to be found, each in a name, a style code or a category that it names', () => {
    expect(slugs('Pwani  SALT, in pwani')).toEqual([['pwani'], ['salt']])
    expect(slugs("karen women's loafers")).toEqual([
      ['karen'],
      ['women', 'women-shoes', 'sandals', 'women-sneakers', 'heels', 'flats', 'women-unisex-sneakers'],
      ['loafer', 'loafers'],
    ])
    expect(slugs('raba')).toEqual([['raba', 'women-sneakers', 'women-unisex-sneakers', 'jordans', 'nike', 'men-unisex-sneakers']])
    expect(slugs('MB-2210 dress')).toEqual([['mb'], ['2210'], ['dress']])
  })

  it.each(['size 42', 'heels 38', '42', '%', '', '((((', 'a_b', 'a b c d e f g h i'])('are none in %j', (search) =>
    expect(searchWords(search)).toEqual([]),
  )
})

describe('categoriesLike', () => {
  it.each([
    ['sneakers', ['Sneakers']],
    ['white sneaker', ['Sneakers']],
    ['JORDAN', ['Sneakers', 'Jordans']],
    ['nike', ['Sneakers', 'Nike']],
    ['heels', ['Heels']],
    ['shoes', ['Women Shoes', 'Men Shoes', 'Unisex Shoes']],
    ['viatu vyeupe', ['Women Shoes', 'Men Shoes', 'Unisex Shoes']],
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
