import { type Action, addressOf, pagesOf } from './actions.ts'
import type { Kind } from './calls.ts'
import { type Field, formsIn } from './page-forms.ts'
import type { Blank } from './posts.ts'
import { rightCalls } from './right-calls.ts'

/** Who a page is for. */
export const callerOf = (path: string): Kind =>
  path.startsWith('/admin')
    ? 'admin'
    : path.startsWith('/affiliate')
      ? 'affiliate'
      : /^\/(dashboard|order|sign-out)/.test(path)
        ? 'customer'
        : 'guest'

/** Addresses whose forms the address alone does not show. */
const more: [address: string, as: Kind][] = [
  ...['?mode=sign-up', '?mode=forgot', '?mode=new-password', '?mode=confirm'].map((query): [string, Kind] => [`/auth${query}`, 'guest']),
  ...['@failedOrder', '@paidOrder', '@othersOrder'].map((order): [string, Kind] => [`/order/${order}`, 'customer']),
  ['/order/@othersOrder?key=@othersKey', 'affiliate'],
  ['/dashboard', 'guarded'],
  ['/dashboard', 'affiliate'],
  ...['@paidOrder', '@failedOrder', '@othersOrder'].map((order): [string, Kind] => [`/admin/orders/${order}`, 'admin']),
  ['/admin/products/bulk?pick=1&id=@product&kind=discount&discount=10', 'admin'],
]

/** The forms of all pages, and of each intent of each action one with all the names that it may read: what a page shows to scripts only is in no rendered form. */
export async function blanksOf(actions: Action[], read: (address: string, as: Kind) => Promise<string>): Promise<Blank[]> {
  const blanks = new Map<string, Blank>()
  // `/admin/products/bulk` is no product.
  const byName = actions.toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  const add = (blank: Blank) => blanks.set(JSON.stringify(blank), blank)
  const pages = pagesOf().filter((path) => !/[*?]|:l|\.\w+$/.test(path))
  const shown = [...new Set(pages)].map((path): [string, Kind] => [addressOf(path), callerOf(path)])
  for (const [address, as] of [...shown, ...more]) {
    for (const { action, fields, isMultipart } of formsIn(await read(address, as))) {
      const own = byName.find(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`).test(decodeURI(action)))
      if (own) add({ path: own.path, address: action, as, fields, body: isMultipart ? 'file' : 'form' })
    }
  }
  for (const { path, address, intents, names, body } of actions)
    for (const intent of intents.length > 0 ? intents : [null])
      add({ path, address, as: callerOf(path), body, fields: [...(intent === null ? [] : [field('intent', intent)]), ...typed(names, body)] })
  // What is no form: the order of a cart.
  for (const { path, address, body } of actions)
    if (body === 'json')
      add({ path, address, as: 'guest', body, fields: [...order.map(([name, value]) => field(name, value)), field('idempotency_key', '')] })
  return [...blanks.values()]
}

const order = Object.entries(rightCalls['POST /api/orders']?.body as object).map(
  ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
)
const field = (name: string, value: string, type = 'hidden'): Field => ({ name, value, type, options: [], maxLength: 200 })
const typed = (names: string[], body: Action['body']) => [
  ...names.filter((name) => name !== 'intent' && name !== 'file').map((name) => field(name, '', 'text')),
  ...(body === 'file' || body === 'raw' ? [field('file', '', 'file')] : []),
]
