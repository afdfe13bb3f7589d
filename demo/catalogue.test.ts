import { readdirSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bornCategories } from '../test/born-menu.ts'
import { demoProducts } from './catalogue.ts'
import { emptyFiles, pictureFiles, picturesFolder } from './picture-files.ts'
import { catalogue as drawings } from './shoes.mjs'

const uuid4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const stockOf = ({ sizes }: (typeof demoProducts)[number]) => sizes.reduce((sum, { stock }) => sum + stock, 0)
const slugs = (products: typeof demoProducts) => products.map(({ slug }) => slug)

describe('the categories', () => {
  it('hold at least two shoes each', () => {
    const slugs = bornCategories.menu.flatMap((entry) => [entry, ...entry.children]).map(({ slug }) => slug)
    const counts = slugs.map((slug) => [slug, demoProducts.filter(({ categorySlug }) => categorySlug === slug).length] as const)
    expect(counts.filter(([, count]) => count < 2)).toEqual([])
  })

  it('that bear the names of other houses hold none of their goods', () => {
    const goods = demoProducts.map(({ name, description }) => `${name} ${description}`).join(' ')
    expect(goods).not.toMatch(/nike|jordan|adidas|puma|converse|vans|bata|swoosh/i)
  })
})

describe('the products', () => {
  it('are the drawings, every one', () => {
    expect(slugs(demoProducts).sort()).toEqual(drawings.map(({ slug }) => slug).sort())
    expect(demoProducts.length).toBeGreaterThanOrEqual(52)
  })

  it('have ids, slugs, names and days of their own', () => {
    for (const key of ['id', 'slug', 'name', 'createdAt'] as const)
      expect(new Set(demoProducts.map((each) => each[key])).size).toBe(demoProducts.length)
    const ids = demoProducts.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(uuid4)
  })

  it('stand newest first, between September and November 2026', () => {
    const days = demoProducts.map(({ createdAt }) => createdAt)
    expect(days).toEqual(days.toSorted().reverse())
    expect(days.at(-1)! >= '2026-09-01' && days[0]! < '2026-12-01').toBe(true)
  })

  it('cost from KSh 900 to 15,000 in whole shillings, with cheap and dear ones', () => {
    for (const { price, discountPercentage } of demoProducts) {
      expect(price).toSatisfy((value: number) => Number.isInteger(value) && value >= 900 && value <= 15_000)
      expect([0, 10, 15, 20, 25, 30]).toContain(discountPercentage)
    }
    expect(demoProducts.some(({ price }) => price <= 1200)).toBe(true)
    expect(demoProducts.some(({ price }) => price >= 12_000)).toBe(true)
  })

  it('have every whole EU size of their range, none missing its stock', () => {
    for (const { slug, sizes } of demoProducts) {
      const [first, last] = drawings
        .find((drawing) => drawing.slug === slug)!
        .sizes.split('–')
        .map(Number)
      expect(
        sizes.map(({ label }) => Number(label)),
        slug,
      ).toEqual(Array.from({ length: last! - first! + 1 }, (_, index) => first! + index))
      for (const { label, stock } of sizes) expect(Number(label) >= 30 && Number(label) <= 46 && stock >= 0 && stock <= 9, slug).toBe(true)
    }
  })

  it('are sold out in three cases, in part in about a third, and down to the last pair in some', () => {
    expect(slugs(demoProducts.filter((each) => stockOf(each) === 0))).toEqual(['nyali-bahari', 'watamu-waridi', 'westi-waridi'])
    const inPart = demoProducts.filter((each) => stockOf(each) > 0 && each.sizes.some(({ stock }) => stock === 0))
    expect(inPart.length / demoProducts.length).toBeCloseTo(1 / 3, 1)
    expect(demoProducts.filter(({ sizes }) => sizes.filter(({ stock }) => stock === 1).length === 1).length).toBeGreaterThanOrEqual(5)
  })

  it('show five of them first, and those can be bought', () => {
    const featured = demoProducts.filter(({ isFeatured }) => isFeatured)
    expect(slugs(featured)).toEqual(['ruka-msitu', 'westi-nyekundu', 'pwani-tumba', 'karen-damu', 'lamu-pomegranate'])
    for (const each of featured) expect(stockOf(each)).toBeGreaterThan(0)
  })
})

describe('the pictures', () => {
  const wanted = demoProducts.flatMap(({ slug, pictures }) => pictures.flatMap(({ view }) => pictureFiles(slug, view)))
  const sizeOf = (name: string) => statSync(new URL(name, picturesFolder)).size

  it('are all there, with nothing beside them', () => {
    expect(readdirSync(picturesFolder).sort()).toEqual([...wanted, ...emptyFiles].sort())
  })

  it('weigh between 5 and 10 MB together, a preview less than 45 KB', () => {
    const total = readdirSync(picturesFolder).reduce((sum, name) => sum + sizeOf(name), 0)
    expect(total).toBeGreaterThan(5e6)
    expect(total).toBeLessThan(10e6)
    expect(wanted.filter((name) => name.endsWith('-og.jpg') && sizeOf(name) > 45_000)).toEqual([])
  })

  it('say what they show, each in its own words', () => {
    const alts = demoProducts.flatMap(({ pictures }) => pictures.map(({ alt }) => alt))
    expect(new Set(alts).size).toBe(alts.length)
    expect(alts).toContain('Mbio Runner, Mango, side view')
  })
})
