import type { MerchantReturnPolicy, OfferShippingDetails } from 'schema-dts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ShippingFacts } from '#features/delivery/quote-delivery.ts'

const workingDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

export const shippingId = ({ region }: Pick<ShippingFacts, 'region'>) => (region === null ? '#shipping' : '#shipping-near')

/** Fee and time of a zone's first way, for search engines: packed on the day of the order until the cut-off, then on the way. */
export function shippingOf({ region, fee, days_from, days_to, cut_off }: ShippingFacts): OfferShippingDetails {
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

export const returnsId = '#returns'

/** As the help says (help#shipping-returns): a customer who changes their mind pays the way back. None where the shop promises no exchange. */
export function returnPolicyOf({ exchangeDays }: Pick<ShopFacts, 'exchangeDays'>): MerchantReturnPolicy[] {
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
