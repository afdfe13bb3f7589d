import { createHash } from 'node:crypto'
import type { OrderStatus } from '#domain/order.ts'
import { hash32 } from './hash32.ts'

/** A made-up order with a final or stable status, determined by its number. */
export interface OrderScenario {
  number: number
  id: string
  name: string
  phone: string
  address: string
  /** Every status it went through; the last is its current one. */
  path: OrderStatus[]
  status: OrderStatus
  /** Null when it was never paid. */
  receipt: string | null
  /** The pairs were returned to stock. */
  isReturned: boolean
  /** It was delivered days later than most. */
  isSlow: boolean
  minutesAgo: number
  /** `draw` selects a size: an index into the shop's sizes, modulo their number. */
  lines: { draw: number; quantity: number }[]
  /** Selects the buyer's account in the same way; null for a guest. */
  buyer: number | null
  /** Selects the affiliate; null for none. */
  referrer: number | null
}

const asked: OrderStatus[] = ['pending', 'awaiting_payment']
/** How many of a hundred orders take each path. Transitions are those of domain/order.ts. */
const ways: { of100: number; path: OrderStatus[] }[] = [
  { of100: 58, path: [...asked, 'waiting_shipment', 'shipped', 'delivered'] },
  { of100: 10, path: [...asked, 'waiting_shipment', 'shipped'] },
  { of100: 10, path: [...asked, 'waiting_shipment'] },
  { of100: 14, path: [...asked, 'payment_failed', 'buyer_not_paid'] },
  { of100: 5, path: [...asked, 'payment_failed', 'cancelled'] },
  { of100: 3, path: [...asked, 'waiting_shipment', 'cancelled'] },
]
const paths = ways.flatMap(({ of100, path }) => Array<OrderStatus[]>(of100).fill(path))
const firstNames = ['Achieng', 'Barasa', 'Chebet', 'Dalmas', 'Esther', 'Farida', 'Githongo', 'Halima', 'Imani', 'Juma', 'Kamau']
const lastNames = ['Atieno', 'Kiptoo', 'Mwangi', 'Njeri', 'Odhiambo', 'Wanjiku', 'Yusuf']
const places = ['Kilimani, Nairobi', 'Nyali, Mombasa', 'Milimani, Kisumu', 'Section 58, Nakuru', 'Elgon View, Eldoret']
const dayMinutes = 24 * 60
/** A path takes two days, and one in eight five where there is time; each order is older than that, so that no event is in the future. */
const restMinutes = 3 * dayMinutes

/** The scenario of a number. Another `seed` gives other orders of the same people; unique values depend on the number alone. `days`: how far back orders go. */
export function orderScenario(number: number, seed = 1, days = 365): OrderScenario {
  const chance = (place: number) => hash32(seed, number, place)
  const path = pick(paths, number * 37)
  const status = path.at(-1) as OrderStatus
  const isPaid = path.includes('waiting_shipment')
  const minutesAgo = restMinutes + (chance(0) % (days * dayMinutes))
  return {
    number,
    id: idOf(number),
    name: `${pick(firstNames, number)} ${pick(lastNames, number)}`,
    phone: `2547${String(number).padStart(8, '0')}`,
    address: `House ${1 + (number % 90)}, ${pick(places, number)}`,
    path,
    status,
    receipt: isPaid ? `SEED${String(number).padStart(6, '0')}` : null,
    isReturned: status === 'buyer_not_paid' || status === 'cancelled',
    isSlow: number % 8 === 3 && minutesAgo > 2 * restMinutes,
    minutesAgo,
    lines: Array.from({ length: 1 + (chance(1) % 3) }, (_, index) => ({ draw: chance(2) + index, quantity: 1 + ((number + index) % 2) })),
    buyer: chance(3) % 3 === 0 ? chance(4) : null,
    referrer: chance(5) % 20 < 3 ? chance(6) : null,
  }
}

function pick<Item>(items: Item[], number: number): Item {
  return items[number % items.length] as Item
}

/** The first eight digits are the order's short code, so they must differ: an odd factor visits every 32-bit number once before it repeats. */
function idOf(number: number): string {
  const code = (Math.imul(number, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
  const rest = createHash('md5').update(`viatu order ${number}`).digest('hex')
  return `${code}-${rest.slice(0, 4)}-4${rest.slice(5, 8)}-8${rest.slice(9, 12)}-${rest.slice(12, 24)}`
}
