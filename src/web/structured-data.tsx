import { useState } from 'react'
import type {
  BreadcrumbList,
  FAQPage,
  Graph,
  ItemList,
  MerchantReturnPolicy,
  Offer,
  OfferShippingDetails,
  Organization,
  Product,
  ProductGroup,
  Thing,
  WebSite,
} from 'schema-dts'
import { oneSize, type ProductCard, type SizeStock } from '#domain/catalogue.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ProductDetail } from '#features/catalogue/get-product.ts'
import type { ShippingFacts } from '#features/delivery/quote-delivery.ts'
import { absoluteUrl, categoryUrl, homeUrl, productsUrl, productUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/browser-state.ts'

type Home = Pick<ShopFacts, 'name' | 'origin' | 'phone' | 'email' | 'location' | 'logo' | 'address' | 'pages'>
type Facts = Pick<ShopFacts, 'name' | 'origin'>

/** This code is removed from the browser's bundle: search engines read the HTML. */
const isServer = import.meta.env.SSR

/**
 * The page's content as schema.org data, in the server's HTML only; pages of a client navigation have none. Give it the page's address as its key. A page that has
 * nothing to say, such as a help page without questions, says just that: the browser, which does not know, expects the element.
 */
export function StructuredData({ graph }: { graph: Graph | null }) {
  const inBrowser = useInBrowser()
  // It stays in the document, so that crawlers that run scripts find it.
  const [isFromServer] = useState(!inBrowser)
  if (!isFromServer) return null
  const html = isServer ? jsonInScript(graph ?? { '@context': 'https://schema.org', '@graph': [] }) : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can begin or end; a block of data, which no browser runs
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

/** JSON escaped for a script element. */
export function jsonInScript(value: Graph | string): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function graphOf(...things: (Thing | null)[]): Graph | null {
  return isServer ? { '@context': 'https://schema.org', '@graph': things.filter((thing) => thing !== null) } : null
}

/** The home page: the organisation, its search, and products. */
export function homeData(shop: Home, products: ProductCard[]): Graph | null {
  if (!isServer) return null
  const home = absoluteUrl(shop, homeUrl)
  const organization: Organization = {
    '@type': 'Organization',
    '@id': `${home}#shop`,
    name: shop.name,
    url: home,
    logo: absoluteUrl(shop, shop.logo ?? '/icons/512.png'),
    ...(shop.email && { email: shop.email }),
    ...(shop.phone && { telephone: shop.phone }),
    address: {
      '@type': 'PostalAddress',
      ...(shop.address && { streetAddress: shop.address }),
      addressLocality: shop.location,
      addressCountry: 'KE',
    },
    ...(shop.pages.length > 0 && { sameAs: shop.pages.map(({ url }) => url) }),
  }
  const site: WebSite = {
    '@type': 'WebSite',
    '@id': `${home}#site`,
    name: shop.name,
    url: home,
    publisher: { '@id': `${home}#shop` },
    // The type of the input is Google's addition to schema.org.
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${absoluteUrl(shop, productsUrl)}?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    } as WebSite['potentialAction'],
  }
  return graphOf(organization, site, itemListOf(shop, products))
}

interface Trail {
  trail: { to: string; label: string }[]
  current: { to: string; label: string }
}

/** A product list with its breadcrumb; not for filtered lists or later pages. */
export function listData(shop: Facts, trail: Trail, products: ProductCard[]): Graph | null {
  return isServer ? graphOf(breadcrumbOf(shop, trail), itemListOf(shop, products)) : null
}

/** `preview` is the absolute address of the link preview, for a product without pictures. The offers name shipping and returns by their ids. */
export function productData(
  shop: Facts & Pick<ShopFacts, 'exchangeDays'>,
  product: ProductDetail,
  trail: Trail,
  preview: string,
  shipping: ShippingFacts[],
): Graph | null {
  if (!isServer) return null
  return graphOf(productOf(shop, product, trail, preview, shipping), breadcrumbOf(shop, trail), ...shipping.map(shippingOf), ...returnPolicyOf(shop))
}

/** Questions with their answers, plain or in simple HTML. */
export function questionsData(questions: { question: string; answer: string }[]): Graph | null {
  if (!isServer || questions.length === 0) return null
  const page: FAQPage = {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  return graphOf(page)
}

/** A product in one size is a Product; in several sizes it is a ProductGroup with a variant for each size. */
function productOf(
  shop: Facts & Pick<ShopFacts, 'exchangeDays'>,
  product: ProductDetail,
  way: Trail,
  preview: string,
  shipping: ShippingFacts[],
): Product | ProductGroup {
  const url = absoluteUrl(shop, productUrl(product.id))
  const offerOf = (size: SizeStock) => ({
    ...offerOfSize(product, size, url),
    ...(shipping.length > 0 && { shippingDetails: shipping.map((each) => ({ '@id': shippingId(each) })) }),
    ...(shop.exchangeDays > 0 && { hasMerchantReturnPolicy: { '@id': returnsId } }),
  })
  const pictures = product.images.map(({ image_url }) => image_url)
  const stored = pictures.length > 0 ? pictures : product.image_url ? [product.image_url] : []
  const facts = {
    name: product.name,
    description: product.description || product.name,
    image: stored.length > 0 ? stored.map((address) => (address.startsWith('/') ? absoluteUrl(shop, address) : address)) : [preview],
    url,
    ...(product.category && { category: way.trail.find(({ to }) => to === categoryUrl(product.category?.slug))?.label ?? product.category.name }),
  }
  const singleSize = product.sizes.length < 2 ? (product.sizes[0] ?? { label: oneSize, stock: product.stock }) : null
  if (singleSize) {
    const size = singleSize.label === oneSize ? {} : { size: singleSize.label }
    return { '@type': 'Product', '@id': `${url}#product`, ...facts, ...size, sku: product.id, offers: offerOf(singleSize) }
  }
  return {
    '@type': 'ProductGroup',
    '@id': `${url}#product`,
    ...facts,
    productGroupID: product.id,
    variesBy: ['https://schema.org/size'],
    hasVariant: product.sizes.map((size) => ({
      '@type': 'Product',
      sku: `${product.id}-${size.label}`,
      name: `${product.name}, size ${size.label}`,
      image: facts.image[0],
      size: size.label,
      inProductGroupWithID: product.id,
      offers: offerOf(size),
    })),
  }
}

/** The price in whole shillings, and the original one if it is discounted. */
function offerOfSize(product: ProductDetail, size: SizeStock, url: string): Offer {
  const isDiscounted = product.unit_price < product.price
  return {
    '@type': 'Offer',
    url,
    priceCurrency: 'KES',
    price: product.unit_price,
    availability: product.is_available && size.stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    itemCondition: 'https://schema.org/NewCondition',
    ...(isDiscounted && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: product.price,
        priceCurrency: 'KES',
      },
    }),
  }
}

function breadcrumbOf(shop: Facts, { trail, current }: Trail): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [...trail, current].map(({ to, label }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: label,
      item: absoluteUrl(shop, to),
    })),
  }
}

function itemListOf(shop: Facts, products: ProductCard[]): ItemList | null {
  if (products.length === 0) return null
  return {
    '@type': 'ItemList',
    itemListElement: products.map(({ id, name }, at) => ({ '@type': 'ListItem', position: at + 1, name, url: absoluteUrl(shop, productUrl(id)) })),
  }
}

const workingDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const shippingId = ({ region }: Pick<ShippingFacts, 'region'>) => (region === null ? '#shipping' : '#shipping-near')

/** Fee and time of a zone's first way, for search engines: packed on the day of the order until the cut-off, then on the way. */
function shippingOf({ region, fee, days_from, days_to, cut_off }: ShippingFacts): OfferShippingDetails {
  return {
    '@type': 'OfferShippingDetails',
    '@id': shippingId({ region }),
    shippingRate: { '@type': 'MonetaryAmount', value: fee, currency: 'KES' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'KE', ...(region !== null && { addressRegion: region }) },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      businessDays: { '@type': 'OpeningHoursSpecification', dayOfWeek: workingDays.map((day) => `https://schema.org/${day}` as const) },
      cutoffTime: `${new Date(cut_off * 60_000).toISOString().slice(11, 19)}+03:00`,
      handlingTime: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 1, unitCode: 'DAY' },
      transitTime: { '@type': 'QuantitativeValue', minValue: days_from, maxValue: days_to, unitCode: 'DAY' },
    },
  }
}

const returnsId = '#returns'

/** As the help says (help#shipping-returns): a customer who changes their mind pays the way back. None where the shop promises no exchange. */
function returnPolicyOf({ exchangeDays }: Pick<ShopFacts, 'exchangeDays'>): MerchantReturnPolicy[] {
  if (exchangeDays === 0) return []
  return [
    {
      '@type': 'MerchantReturnPolicy',
      '@id': returnsId,
      applicableCountry: 'KE',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: exchangeDays,
      returnMethod: 'https://schema.org/ReturnByMail',
      returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    },
  ]
}
