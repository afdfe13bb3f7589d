import { sql } from 'drizzle-orm'
import { type Context, theShop } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { listAffiliates } from '#features/affiliates/affiliates.ts'
import { listClicks } from '#features/affiliates/clicks.ts'
import { listCommissions, listUncommissioned } from '#features/affiliates/commissions.ts'
import { listPayouts } from '#features/affiliates/wallet/payout-rows.ts'
import { listAlike, listHome, listPopular } from '#features/catalogue/featured-products.ts'
import { getProduct } from '#features/catalogue/get-product.ts'
import { listFacets } from '#features/catalogue/list-facets.ts'
import { listProducts } from '#features/catalogue/product-lists.ts'
import { listInstead } from '#features/catalogue/search-shoes.ts'
import { listStock } from '#features/catalogue/stock.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import { getCustomer, listCustomers } from '#features/customers/customers.ts'
import { listOrders, listReferralOrders } from '#features/orders/list-orders.ts'
import { countNewlyPaid, countOpenWork } from '#features/orders/list-work.ts'
import { listRefunds } from '#features/orders/payments/payment-lists.ts'
import { readOrder } from '#features/orders/read-order.ts'
import { trackOrder } from '#features/orders/track-order.ts'
import { listUsers } from '#features/people/users.ts'
import { getDeliveryFigures } from '#features/staff/get-delivery-figures.ts'
import { listAudit } from '#features/staff/list-audit.ts'
import { findMadeUp } from '#features/staff/made-up-history.ts'
import { recentRankings } from '#features/staff/rankings.ts'
import { getCharts, getStoreFigures } from '#features/staff/store-figures.ts'

export interface ListCase {
  name: string
  /** Runs the list for call number `turn`; where the list has a search, each call searches for something else. */
  ask(turn: number): Promise<unknown>
}

/** Sample rows for filters, used in rotation. */
interface Samples {
  orders: { id: string; phone: string; receipt: string | null; name: string }[]
  products: { id: string; name: string; style_code: string }[]
  affiliates: string[]
}

const words = ['canvas', 'runner', 'sandal', 'loafer', 'camel', 'coral', 'night', 'rose']
const misspelt = ['cnavas', 'runer', 'sandel', 'loafr', 'camle', 'corall', 'nihgt', 'rosse']
/** Searches of several words, and of words that are not names. */
const searches: Record<string, string[]> = {
  'name and colour': ['pwani salt', 'delamere tan', 'nyota sky', 'loafer black'],
  'name and category': ['sneakers nyota', 'pwani salt women', 'mbio mango sneakers', 'sandals tan'],
  'a word that half the shelf has': ['viatu vya kike', 'women', 'men shoes nyota', 'black women'],
  'a category alone': ['sandals', 'sneakers', 'women shoes', 'heels'],
  'names and a word nobody has': ['pwani zzqx', 'salt vvkk nyota', 'zzqx vvkk', 'qq loafers zzx'],
  'a wish': ['black loafers 42', 'heels under 4000', 'tan sandals size 38', 'cheap red sneakers'],
  'sizes of the UK and the US': ['uk 8', 'sneakers us 9', 'uk 7 loafers', 'women us 7'],
}
const categories = ['women-shoes', 'men-shoes', 'unisex-shoes', 'sandals', 'heels', 'nike', 'jordans', 'sneakers']

/** Every list of the shop, with each filter and each kind of search separately. */
export async function listCases(ctx: Context): Promise<ListCase[]> {
  const { orders, products, affiliates } = await samplesFrom(ctx.db)
  const of = <Item>(items: Item[], turn: number) => items[turn % items.length] as Item
  const shelf = { isAvailable: true }
  const affiliate = (turn: number): Context => ({ ...ctx, actor: { ...theShop, role: null, isAffiliate: true, userId: of(affiliates, turn) } })
  /** Every call has another IP address, so that no rate limit applies. */
  const from = (turn: number): Context => ({ ...ctx, actor: { ...theShop, address: `10.1.${turn >> 8}.${turn & 255}` } })
  const order = (turn: number) => of(orders, turn)
  const exactly = (turn: number): Record<string, string> => ({
    'all words of a name': of(products, turn).name,
    'a word and a number of a name': `${of(products, turn).name.split(' ').at(-1)} ${of(products, turn).name.split(' ')[0]}`,
    'a style code': of(products, turn).style_code,
    'a style code in words': of(products, turn).style_code.replace('-', ' '),
  })
  const several = [...Object.keys(exactly(0)), ...Object.keys(searches)]
  const typed = (what: string, turn: number) => exactly(turn)[what] ?? of(searches[what] as string[], turn)
  const understood = async (search: string) => (await understandSearch(ctx, { ...shelf, search })).filter
  const cases: Record<string, (turn: number) => Promise<unknown>> = {
    'shop: home': () => listHome(ctx),
    'shop: product': (turn) => getProduct(ctx, of(products, turn).id),
    'shop: all products': () => listProducts(ctx, shelf),
    'shop: category': (turn) => listProducts(ctx, { ...shelf, category: of(categories, turn) }),
    'shop: category, size, price': (turn) =>
      listProducts(ctx, { ...shelf, category: of(categories, turn), size: '40', minPrice: 2000, maxPrice: 5000 }),
    'shop: cheapest': () => listProducts(ctx, { ...shelf, sort: 'price-low' }),
    'shop: discounts': () => listProducts(ctx, { ...shelf, sort: 'discount' }),
    'shop: search': (turn) => listProducts(ctx, { ...shelf, search: of(words, turn) }),
    'shop: search, two words': async (turn) => {
      const { filter } = await understandSearch(ctx, { ...shelf, search: `${of(words, turn + 4)} ${of(words, turn)}` })
      return listProducts(ctx, filter)
    },
    'shop: search, misspelt': (turn) => listProducts(ctx, { ...shelf, search: of(misspelt, turn) }),
    'shop: search, nothing': (turn) => listProducts(ctx, { ...shelf, search: `zzqx ${turn}` }),
    'shop: facets of a category': (turn) => listFacets(ctx, { ...shelf, category: of(categories, turn) }),
    'shop: facets of a search': (turn) => listFacets(ctx, { ...shelf, search: of(words, turn) }),
    ...Object.fromEntries(
      several.flatMap((what) => [
        [`shop: search, ${what}`, async (turn: number) => listProducts(ctx, await understood(typed(what, turn)))],
        [`shop: facets of ${what}`, async (turn: number) => listFacets(ctx, await understood(typed(what, turn)))],
        [`products: search, ${what}`, (turn: number) => listStock(ctx, { search: typed(what, turn) })],
      ]),
    ),
    'shop: instead of nothing': (turn) => listInstead(ctx, of(['crocs', 'pink loafers size 55', 'black zzqx heels', 'uk 8 purple boots'], turn)),
    'shop: popular': () => listPopular(ctx),
    'shop: you may also like': async (turn) => listAlike(ctx, await getProduct(ctx, of(products, turn).id)),
    'products: all': () => listStock(ctx, {}),
    'products: few pairs left': () => listStock(ctx, { isLow: true }),
    'products: unavailable': () => listStock(ctx, { availability: 'unavailable' }),
    'products: available': () => listStock(ctx, { availability: 'available' }),
    'products: two letters': (turn) => listStock(ctx, { search: of(['zq', 'xj', 'ma', 'qz'], turn) }),
    'products: search': (turn) => listStock(ctx, { search: of(products, turn).name }),
    'orders: all': () => listOrders(ctx),
    'orders: a status': (turn) =>
      listOrders(ctx, { status: of(['delivered', 'shipped', 'waiting_shipment', 'cancelled', 'pending'] as const, turn) }),
    'orders: by id': (turn) => listOrders(ctx, { search: order(turn).id.slice(0, 8) }),
    'orders: by phone': (turn) => listOrders(ctx, { search: order(turn).phone.replace('254', '0') }),
    'orders: by part of a phone': (turn) => listOrders(ctx, { search: order(turn).phone.slice(6) }),
    'orders: by name': (turn) => listOrders(ctx, { search: order(turn).name }),
    'orders: by a name nobody has': (turn) => listOrders(ctx, { search: `Zebedayo${turn}` }),
    'orders: by receipt': (turn) => listOrders(ctx, { search: order(turn).receipt ?? 'SEED000001' }),
    'orders: two days, cancelled': () => listOrders(ctx, { from: '2026-03-01', to: '2026-03-02', status: 'cancelled' }),
    'order: by its link': (turn) => readOrder(ctx, order(turn).id),
    'order: by code and phone': (turn) => trackOrder(from(turn), { code: order(turn).id.slice(0, 8), phone: order(turn).phone }),
    'orders: of an account': (turn) => listOrders(ctx, { user_id: of(affiliates, turn) }),
    'orders: counts of the desk': () => countOpenWork(ctx),
    'orders: newly paid': () => countNewlyPaid(ctx, '2026-03-01T00:00:00Z'),
    'orders: whether any are made up': () => findMadeUp(ctx),
    'orders: refunds due': () => listRefunds(ctx),
    'customers: all': () => listCustomers(ctx),
    'customers: by name': (turn) => listCustomers(ctx, { search: order(turn).name }),
    'customers: by phone': (turn) => listCustomers(ctx, { search: order(turn).phone.replace('254', '0') }),
    'customers: by part of a phone': (turn) => listCustomers(ctx, { search: order(turn).phone.slice(6) }),
    'customers: by a name nobody has': (turn) => listCustomers(ctx, { search: `Zebedayo${turn}` }),
    'customer: by an order': (turn) => getCustomer(ctx, order(turn).id),
    'users: all': () => listUsers(ctx),
    'users: by name': (turn) => listUsers(ctx, { search: of(['Akinyi', 'Brian', 'Faith', 'Grace'], turn) }),
    'users: by e-mail': (turn) => listUsers(ctx, { search: `person-${1 + (turn % 1000)}@` }),
    'affiliates: all': () => listAffiliates(ctx),
    'affiliates: by name': (turn) => listAffiliates(ctx, { search: of(['Akinyi', 'Brian', 'Faith', 'Grace'], turn) }),
    'affiliate: clicks': (turn) => listClicks(affiliate(turn)),
    'affiliate: orders': (turn) => listReferralOrders(affiliate(turn)),
    'commissions: all': () => listCommissions(ctx),
    'commissions: a status': (turn) => listCommissions(ctx, { status: of(['pending', 'approved', 'rejected', 'paid'] as const, turn) }),
    'commissions: by order': (turn) => listCommissions(ctx, { search: order(turn).id.slice(0, 8) }),
    'commissions: by buyer': (turn) => listCommissions(ctx, { search: order(turn).name }),
    'commissions: by a name nobody has': (turn) => listCommissions(ctx, { search: `Zebedayo${turn}` }),
    'commissions: orders without one': () => listUncommissioned(ctx),
    'payouts: all': () => listPayouts(ctx),
    'payouts: a status': (turn) => listPayouts(ctx, { status: of(['completed', 'rejected', 'pending'] as const, turn) }),
    'payouts: by name': (turn) => listPayouts(ctx, { search: of(['Akinyi', 'Brian', 'Zebedayo'], turn) }),
    'audit: all': () => listAudit(ctx),
    'audit: a row': (turn) => listAudit(ctx, { search: order(turn).id }),
    'audit: two days, one action': () => listAudit(ctx, { from: '2026-03-01', to: '2026-03-02', action: 'order cancel' }),
    'figures: cards of all days': () => getStoreFigures(ctx, { name: 'all' }),
    'figures: promises kept in 30 days': () => getDeliveryFigures(ctx, { name: '30d' }),
    'figures: promises kept on all days': () => getDeliveryFigures(ctx, { name: 'all' }),
    'figures: charts of all days': () => getCharts(ctx, { name: 'all' }),
    'figures: rankings of a week': () => recentRankings(ctx, { name: '7d' }),
    'figures: rankings of all days': () => recentRankings(ctx, { name: 'all' }),
  }
  return Object.entries(cases).map(([name, ask]) => ({ name, ask }))
}

async function samplesFrom(db: Database): Promise<Samples> {
  const { rows: orders } = await db.execute<Samples['orders'][number] & Record<string, unknown>>(sql`
    select id, customer_phone as phone, mpesa_receipt_number as receipt, customer_name as name from orders order by id limit 50`)
  const { rows: products } = await db.execute<Samples['products'][number] & Record<string, unknown>>(
    sql`select id, name, style_code from products where style_code like 'seed-%' order by id limit 50`,
  )
  const { rows: people } = await db.execute<{ id: string }>(sql`
    select affiliate_id as id from affiliate_commissions group by 1 order by count(*) desc, 1 limit 20`)
  return { orders, products, affiliates: people.map(({ id }) => id) }
}
