import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { products } from '#db/schema.ts'
import { sneakersSlug } from '#domain/catalogue.ts'
import { categoriesLike, conditionsOf, describeMeaning, describeQuery, meaningOf } from '#domain/search.ts'
import { following, isFollowing, looserQueries, readNumbers, wantsShoes } from '#domain/search-query.ts'
import { matching } from '#features/catalogue/product-filter.ts'
import { listProducts } from '#features/catalogue/product-lists.ts'
import { matchOf, readSearch, understandSearch } from '#features/catalogue/understand-search.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import { bornCategories } from '../../../test/born-menu.ts'
import { contextOn, rowsOf, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'

const database = useDatabase({ isWalk: true })
beforeAll(() => database.ownerDb.execute(sql`insert into products (name, price) values ('Karen Mbio Canvas, Salt', 1500)`))

const readWords = async (search: string) => (await readSearch(database, search)).words
const parse = async (text: string) => (await readSearch(database, text)).query

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
  ])('reads %j as %j %s', async (search, labels, size) => {
    const meaning = meaningOf(await readWords(search), bornCategories)
    expect(meaning?.categories.map(({ label }) => label) ?? null).toEqual(labels)
    expect(meaning?.size).toBe(size)
  })

  it('understands every word of the menu', async () => {
    for (const { label, children } of bornCategories.menu)
      for (const each of [label, ...children.map((child) => child.label)])
        expect(meaningOf(await readWords(each), bornCategories), each).not.toBeNull()
  })
})

it.each([
  ['viatu', 'all shoes'],
  ['sneaker', 'Sneakers'],
  ['size 42', 'all shoes with size 42 in stock'],
  ['women heels 38', 'Women Heels with size 38 in stock'],
])('says what %j was read as', async (search, words) => {
  const meaning = meaningOf(await readWords(search), bornCategories)
  expect(meaning && describeMeaning(meaning)).toBe(words)
})

describe('words that a product must all have', () => {
  const shelves = bornCategories.menu.flatMap(({ slug, children }) => [
    { slug, parent: slug },
    ...children.map((child) => ({ slug: child.slug, parent: slug })),
  ])
  const slugs = async (search: string) => {
    const { words } = await readSearch(database, search)
    if (conditionsOf(words) === null || meaningOf(words, bornCategories)?.size) return []
    const named = (categories: string[]) => shelves.filter(({ slug, parent }) => categories.includes(slug) || categories.includes(parent))
    return words.map(({ word, categories }) => [word, ...named(categories).map(({ slug }) => slug)])
  }
  it('are all to be found, each in a name, a style code or a category that it names', async () => {
    expect(await slugs('Pwani  SALT, in pwani')).toEqual([['pwani'], ['salt']])
    expect(await slugs("karen women's loafers")).toEqual([
      ['karen'],
      ['women', 'women-shoes', 'sandals', 'women-sneakers', 'heels', 'flats', 'women-unisex-sneakers'],
      ['loafer', 'loafers'],
    ])
    expect(await slugs('raba')).toEqual([['raba', 'women-sneakers', 'women-unisex-sneakers', 'jordans', 'nike', 'men-unisex-sneakers']])
    expect(await slugs('MB-2210 dress')).toEqual([['mb'], ['2210'], ['dress']])
  })

  it.each(['size 42', 'heels 38', '42', '%', '', '((((', 'a_b', 'a b c d e f g h i'])('are none in %j', async (search) =>
    expect(await slugs(search)).toEqual([]),
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
  ])('knows what %j may mean', async (search, labels) => {
    expect(categoriesLike(await readWords(search), bornCategories).map(({ label }) => label)).toEqual(labels)
  })

  it('names one address for all sneakers', async () => {
    expect(categoriesLike(await readWords('sneakers'), bornCategories)).toEqual([{ slug: sneakersSlug, label: 'Sneakers' }])
  })
})

/** A query in short. */
const read = async (text: string) => {
  const { kinds, audience, sizes, foreign, minPrice, maxPrice, colours, names, said, unknown, onOffer, sort } = await parse(text)
  return [
    kinds.map((group) => group.map(({ label }) => label).join('|')).join('+'),
    colours.join('|'),
    names.join(' '),
    said.join(' '),
    audience,
    !foreign && sizes.join('|'),
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
  ])('%j is %s', async (text, query) => expect(await read(text)).toBe(query))

  it('goes on from what was looked for before, as long as no other shoes are named', async () => {
    const before = await parse('black loafers size 42 under 4000')
    expect(following(await parse('and in 43?'), before)).toEqual({ ...before, sizes: ['43'] })
    expect(following(await parse('brown ones up to 6000'), before)).toEqual({ ...before, colours: ['brown'], maxPrice: 6000 })
    for (const part of ['and in 43?', 'brown ones', 'cheaper']) expect(isFollowing(await parse(part)), part).toBe(true)
    for (const other of ['heels in 38', 'viatu za watoto size 30', 'crocs size 42', 'thank you'])
      expect(isFollowing(await parse(other)), other).toBe(false)
  })

  it('is nothing in talk', async () => {
    for (const text of ['hello there', 'what is the capital of France', 'asante sana', '']) expect(wantsShoes(await parse(text)), text).toBe(false)
  })

  it('is read in no time, however long and hostile', async () => {
    const long = `${'between 1000 '.repeat(300)}${'size '.repeat(300)}${'a'.repeat(3000)} ${'snekers '.repeat(200)}`
    const begun = performance.now()
    await parse(long)
    expect(performance.now() - begun).toBeLessThan(1000)
    // One sign that stands for eighteen letters.
    expect(readNumbers('\ufdfa'.repeat(1000)).rest.length).toBeLessThanOrEqual(1000)
  })
})

const nearest = async (search: string) => [...new Set(looserQueries(await parse(search)).map(describeQuery))]

describe('what comes nearest', () => {
  it.each([
    ['crocs', ['sandals']],
    ['adidas size 55 under 3000', ['sneakers in size 55 up to KSh 3,000', 'sneakers in size 55', 'sneakers up to KSh 3,000', 'sneakers']],
    ['black zzqq', ['black shoes']],
    ['purple karen loafers', ['purple loafers called “karen”', 'loafers called “karen”', 'purple loafers', 'loafers']],
    ['puma loafers', ['loafers']],
    ['cheapest zzqq', []],
    ['zzqq', []],
    ['viatu', []],
    ['constructor', []],
  ])('to %j gives up as few conditions as possible', async (search, queries) => expect(await nearest(search)).toEqual(queries))

  it('knows each make by a kind of shoes', async () => {
    const strange = sql`select name from search_synonyms where kind = 'make' and name not in (select name from search_synonyms where kind in ('kind', 'purpose'))`
    expect(await rowsOf(database, strange)).toEqual([])
  })
})

it('no phrase means two things, and each is written as a search is compared with it', async () => {
  const twice = sql`
    select phrase from search_synonyms, unnest(phrases) as phrase where kind <> 'make' group by 1 having count(*) > 1
    union all select phrase from search_synonyms, unnest(phrases) as phrase where phrase <> search_text(phrase)`
  expect(await rowsOf(database, twice)).toEqual([])
})

describe('words as data', () => {
  const found = async (search: string) => (await listProducts(contextOn(database), { search })).products.map(({ name }) => name)

  it('are those of Kenyan buyers, and a merchant adds more', async () => {
    await database.ownerDb.execute(sql`
      insert into products (name, price, category_id)
      select name, 1500, (select id from categories where slug = category) from (values
        ('Kibo Oxford, Tan', null), ('Tembo Loafer, Wine', null), ('Simba Nine, Lime', 'nike'), ('Wimbi Slide, Sand', 'sandals')) as shoe (name, category)`)
    expect((await found('viatu vya ofisi')).sort()).toEqual(['Kibo Oxford, Tan', 'Tembo Loafer, Wine'])
    expect(await found('raba')).toEqual(['Simba Nine, Lime'])
    expect(await found('open shoes')).toEqual(['Wimbi Slide, Sand'])
    expect(await found('teke')).toEqual([])
    await database.ownerDb.execute(sql`update search_synonyms set phrases = phrases || '{teke}' where kind = 'kind' and name = 'sneakers'`)
    expect(await found('teke')).toEqual(['Simba Nine, Lime'])
  })

  it('have no accents, and a new name is known to who mistypes it', async () => {
    await database.db.execute(sql`insert into products (name, price) values ('Café Nzuri', 1500)`)
    expect(await found('cafe nzuri')).toEqual(['Café Nzuri'])
    await database.db.execute(sql`update products set name = 'Café Mshale' where name = 'Café Nzuri'`)
    expect(await found('mshlae')).toEqual(['Café Mshale'])
    expect(await found('nzuri')).toEqual([])
  })
})

describe('a search on the shelf', () => {
  const add = (...names: string[]) =>
    database.ownerDb.execute(sql`insert into products (name, price) select name, 1500 from unnest(${sql.param(names)}::text[]) as name`)
  const rename = (from: string, to: string) => database.ownerDb.execute(sql`update products set name = ${to} where name = ${from}`)
  beforeAll(() =>
    add(
      'Air Max 90',
      'AJ 1 Low',
      'NB Court 2.0',
      'Lamu Heel Sandal',
      'Pwani Slip-on',
      'Karen Loafer',
      'Mbio Runner',
      'Flip flop, Tan',
      'Kahawa 9042',
    ),
  )
  const find = async (search: string) => {
    const { filter } = await understandSearch(database, { search })
    const rows = await database.db
      .select({ name: products.name })
      .from(products)
      .where(await matching(database.db, filter))
      .orderBy(products.name)
    return { near: filter.match?.isNear ?? false, size: filter.size, names: rows.map(({ name }) => name) }
  }

  it.each([
    ['90', 'Air Max 90'],
    ['AJ 1', 'AJ 1 Low'],
    ['nb', 'NB Court 2.0'],
    ['2.0', 'NB Court 2.0'],
  ])('for the short words %j finds the names that have them whole', async (search, name) =>
    expect(await find(search)).toEqual({ near: false, size: undefined, names: [name] }),
  )

  it('finds the same by a plan that its connection has kept', async () => {
    const words = {
      max: 'Air Max 90',
      court: 'NB Court 2.0',
      lamu: 'Lamu Heel Sandal',
      pwani: 'Pwani Slip-on',
      'mbio runner': 'Mbio Runner',
      flip: 'Flip flop, Tan',
      kahawa: 'Kahawa 9042',
    }
    for (const [search, name] of [...Object.entries(words), ...Object.entries(words)])
      expect(await find(search), search).toMatchObject({ near: false, names: [name] })
    expect(await find('heel lamu')).toMatchObject({ near: false, names: ['Lamu Heel Sandal'] })
  })

  it('takes 42 for a size', async () => expect(await find('42')).toMatchObject({ size: '42' }))

  it.each([
    ['karn', 'Karen Loafer'],
    ['lamo', 'Lamu Heel Sandal'],
    ['pwni', 'Pwani Slip-on'],
    ['mbiorunner', 'Mbio Runner'],
  ])('for %j comes close to %s', async (search, name) => {
    const found = await find(search)
    expect(found).toMatchObject({ near: true, names: expect.arrayContaining([name]) })
    expect(found.names).not.toContain('Air Max 90')
  })

  it('knows a kind of two words that are written as one', async () =>
    expect((await find('flipflop')).names).toEqual(['Flip flop, Tan', 'Lamu Heel Sandal', 'Wimbi Slide, Sand']))

  it('takes no man for a mango and no sand for a sandal', async () => {
    await add('Mbio Mango')
    expect((await find('man')).names).toEqual(['Simba Nine, Lime'])
    expect((await find('beige')).names).toEqual(['Wimbi Slide, Sand'])
  })

  it('does not take a make that the shop lacks for a misspelt word', async () => {
    await add('Karen Pump')
    expect(await find('puma')).toMatchObject({ names: [] })
  })

  it('forgets a misspelt name that was renamed', async () => {
    await add('Bandari Sneekers')
    expect((await find('sneekers')).near).toBe(false)
    await rename('Bandari Sneekers', 'Bandari Sneakers')
    expect(await find('sneekers')).toMatchObject({ near: true, names: expect.arrayContaining(['Bandari Sneakers']) })
  })

  it('knows the words of changed names, which two imports write in one order', async () => {
    await add('Old one', 'Old two')
    const update = sql`update products set name = case name when 'Old one' then 'Zawadi' else 'Amani' end where name like 'Old %'`
    const one = (name: string) => sql`insert into products (name, price) values (${name}, 1500)`
    const refusals = await meanwhile(database, one('Amani'), [() => database.db.execute(update)], ({ db }) => db.execute(one('Zawadi')))
    expect(refusals).toEqual(['not refused'])
    expect((await find('zawdi')).names).toEqual(['Zawadi', 'Zawadi'])
  })
})

it('the vocabulary has the words of names that are there, once the old is forgotten', async () => {
  const knows = (word: string) => rowsOf(database, sql`select word from search_vocabulary where word = ${word}`)
  await database.ownerDb.execute(sql`insert into products (name, price) values ('Kilimambogo Sandal', 1500)`)
  await database.ownerDb.execute(sql`update products set name = 'Kilimani Sandal' where name = 'Kilimambogo Sandal'`)
  await deleteExpiredRows(contextOn(database, { actor: theShop }))
  expect([await knows('kilimambogo'), await knows('kilimani')]).toEqual([[], [{ word: 'kilimani' }]])
})

it('a changed synonym empties the kept pages', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    const heard = once(client, 'notification')
    await client.query('listen shelf_changed')
    await database.ownerDb.execute(sql`update search_synonyms set phrases = phrases || '{tekeni}' where kind = 'kind' and name = 'sneakers'`)
    expect(await heard).toMatchObject([{ channel: 'shelf_changed' }])
  } finally {
    await client.end()
  }
})

it('a word for shoes in general is no condition beside another', async () => {
  expect(conditionsOf(await readWords('black shoes'))).toEqual([expect.stringMatching(/^'black':\*AB \| 'black':A \| 'night':A/)])
  expect(conditionsOf(await readWords('shoes'))).toEqual([expect.stringMatching(/^'shoe':\*AB \| .*:C$/)])
})

it('a kind with five other categories is not the sneakers', async () => {
  await database.ownerDb.execute(sql`insert into search_synonyms (kind, name, phrases, categories) values
    ('kind', 'vidoti', '{vidoti}', '{loafers,heels,flats,sandals,casual}')`)
  const { kinds } = await parse('vidoti')
  expect(kinds.flat().map(({ slugs }) => slugs)).toEqual([['loafers', 'heels', 'flats', 'sandals', 'casual']])
})

it.each(['{}', "{t-strap,o'clock}", '{-}'])('a meaning without categories, with the words %s, is found by nothing', async (words) => {
  await database.ownerDb.execute(sql`insert into search_synonyms (kind, name, phrases, categories, words) values
    ('kind', 'mikasi', '{mikasi}', '{no-such}', ${words}::text[]) on conflict (kind, name) do update set words = excluded.words`)
  const match = await matchOf(database, await parse('mikasi'))
  const where = await matching(database.db, { match })
  expect(await database.db.select().from(products).where(where)).toEqual([])
})
