import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Graph } from 'schema-dts'
import { describe, expect, it } from 'vitest'
import type { ProductDetail } from '#features/catalogue/get-product.ts'
import { homeData, listData, productData, questionsData, StructuredData } from '#web/structured-data.tsx'

const shop = {
  name: 'Viatu',
  origin: 'https://viatu.example',
  phone: '+254700000000',
  email: 'hello@viatu.example',
  location: 'Nairobi',
  exchangeDays: 7,
  logo: null,
  address: 'Ngong Road 12',
  pages: [{ label: 'X', url: 'https://x.com/viatu' }],
}
const loafer: ProductDetail = {
  id: '6f1f6f0e-3b5c-4f0e-9a51-111111111111',
  name: 'Karen Penny Loafer, Chestnut',
  description: 'A penny loafer.',
  description_html: '<p>A penny <strong>loafer</strong>.</p>',
  price: 6200,
  unit_price: 5270,
  discount_percentage: 15,
  image_url: '/files/product-images/products/a.webp',
  is_available: true,
  stock: 3,
  sizes: [
    { label: '41', stock: 3 },
    { label: '42', stock: 0 },
  ],
  category: { name: 'Loafers', slug: 'loafers' },
  images: [{ image_url: '/files/product-images/products/a.webp', alt_text: 'Side', is_primary: true }],
  siblings: [],
}
const way = { trail: [{ to: '/', label: 'Home' }], current: { to: `/product/${loafer.id}`, label: loafer.name } }
const preview = 'https://viatu.example/previews/1-2.jpg'
const shipping = [
  { region: 'Nairobi', fee: 0, days_from: 1, days_to: 2, cut_off: 840 },
  { region: null, fee: 350, days_from: 2, days_to: 6, cut_off: 1440 },
]

/** As a search engine gets it: out of the page's HTML. */
function readBack(graph: Graph | null) {
  const html = renderToStaticMarkup(<StructuredData graph={graph} />)
  return new WebAutoExtractor({ addLocation: true }).parse(`<html><body>${html}</body></html>`)
}
// What is recommended and not known here (brand, ratings, bar codes) is a warning; schema.org's own vocabulary is checked by the types.
const faultsOf = async (graph: Graph | null) => (await new Validator().validate(readBack(graph))).filter(({ severity }) => severity === 'ERROR')

interface Group {
  name: string
  image: string[]
  hasVariant: { size: string; offers: Record<string, unknown> }[]
}
const groupIn = (graph: Graph | null) => (readBack(graph).jsonld as { ProductGroup: [Group] }).ProductGroup[0]

describe('structured data', () => {
  it.each<[string, Graph | null]>([
    ['the home page', homeData(shop, [loafer])],
    ['a list', listData(shop, way, [loafer])],
    ['an empty list', listData(shop, way, [])],
    ['a product in sizes', productData(shop, loafer, way, preview, shipping)],
    ['a product in one size', productData(shop, { ...loafer, sizes: [{ label: 'One size', stock: 3 }] }, way, preview, shipping)],
    [
      'a product without anything',
      productData(shop, { ...loafer, sizes: [], images: [], image_url: null, description: '', category: null }, way, preview, shipping),
    ],
    ['a product that is delivered nowhere yet', productData(shop, loafer, way, preview, [])],
    ['questions', questionsData([{ question: 'Do you deliver?', answer: 'Yes.' }])],
    ['no questions', questionsData([])],
  ])('of %s passes the validator', async (_, graph) => expect(await faultsOf(graph)).toEqual([]))

  it('is seen to fail where it is wrong', async () => {
    const broken = {
      '@context': 'https://schema.org',
      '@graph': [{ '@type': 'Product', description: 'without a name or an offer' }],
    } as unknown as Graph
    expect((await faultsOf(broken)).length).toBeGreaterThan(0)
  })

  it('says the price that is charged, and of every size whether it is there', () => {
    const group = groupIn(productData(shop, loafer, way, preview, shipping))
    expect(
      group.hasVariant.map((variant) => [variant.size, variant.offers.price, variant.offers.priceCurrency, variant.offers.availability]),
    ).toEqual([
      ['41', 5270, 'KES', 'https://schema.org/InStock'],
      ['42', 5270, 'KES', 'https://schema.org/OutOfStock'],
    ])
    expect(group.hasVariant[0]?.offers.priceSpecification).toMatchObject({ price: 6200, priceType: 'https://schema.org/StrikethroughPrice' })
    expect(group.image).toEqual(['https://viatu.example/files/product-images/products/a.webp'])
  })

  it('says what delivery costs, how long it takes, and until when shoes come back', () => {
    const { '@graph': things } = productData(shop, loafer, way, preview, shipping) as unknown as { '@graph': Record<string, unknown>[] }
    const group = groupIn(productData(shop, loafer, way, preview, shipping))
    const { shippingDetails, hasMerchantReturnPolicy } = (group.hasVariant[0] as Group['hasVariant'][number]).offers as Record<
      string,
      { '@id': string }
    >
    const named = [shippingDetails, hasMerchantReturnPolicy].flat()
    const [near, elsewhere, returns] = named.map((each) => things.find((thing) => thing['@id'] === each?.['@id']))
    expect(near).toMatchObject({
      '@type': 'OfferShippingDetails',
      shippingRate: { value: 0, currency: 'KES' },
      shippingDestination: { addressCountry: 'KE', addressRegion: 'Nairobi' },
      deliveryTime: { cutoffTime: '14:00:00+03:00', transitTime: { minValue: 1, maxValue: 2 } },
    })
    expect(elsewhere).toMatchObject({ shippingRate: { value: 350 }, deliveryTime: { cutoffTime: '00:00:00+03:00', transitTime: { maxValue: 6 } } })
    expect(elsewhere?.shippingDestination).not.toHaveProperty('addressRegion')
    expect(returns).toMatchObject({ '@type': 'MerchantReturnPolicy', applicableCountry: 'KE', merchantReturnDays: 7 })
    expect(JSON.stringify(productData({ ...shop, exchangeDays: 0 }, loafer, way, preview, shipping))).not.toMatch(/return/i)
  })

  it('says nothing in stock of a product that is off the shelf', () =>
    expect(JSON.stringify(productData(shop, { ...loafer, is_available: false }, way, preview, shipping))).not.toContain('InStock'))

  it('stands in the page where it has nothing to say too, because the browser expects it when it takes the page over', () =>
    expect(renderToStaticMarkup(<StructuredData graph={null} />)).toMatch(/^<script type="application\/ld\+json">.+<\/script>$/))

  it('cannot end its element, whatever a name says', () => {
    const name = '</script><script>alert(1)</script><!-- \u2028'
    const html = renderToStaticMarkup(<StructuredData graph={productData(shop, { ...loafer, name }, way, preview, shipping)} />)
    expect(html.match(/<\/?script/g)).toHaveLength(2)
    expect(html).not.toMatch(/<!--|\u2028/)
    expect(groupIn(productData(shop, { ...loafer, name }, way, preview, shipping)).name).toBe(name)
  })
})
