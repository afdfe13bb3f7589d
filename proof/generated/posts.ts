import fc from 'fast-check'
import { hostileText } from '../../test/hostile-values.ts'
import type { Action } from './actions.ts'
import type { ApiDocument } from './api-document.ts'
import { bytes } from './bodies.ts'
import { type Kind, kinds } from './calls.ts'
import type { Field } from './page-forms.ts'
import { subjectOf } from './rows.ts'
import { ofType } from './values.ts'

/** A form to be filled in: one of a page, or one made of what an action reads. */
export interface Blank {
  /** The route whose action it is. */
  path: string
  address: string
  as: Kind
  fields: Field[]
  body: Action['body']
}
/** A form that is filled in. Rows are named in it as `@order`. */
export interface Post {
  path: string
  intent: string
  address: string
  as: Kind
  origin: string | null
  type: 'urlencoded' | 'multipart' | 'raw' | 'json' | 'text'
  entries: [name: string, value: string | Uint8Array<ArrayBuffer>][]
}

type Change = { at: number; how: 'drop' | 'twice' | { put: string } | { spoil: string } | { add: string } }
const change: fc.Arbitrary<Change['how']> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Change['how'][]>('drop', 'drop', 'twice') },
  { weight: 4, arbitrary: hostileText.map((put) => ({ put })) },
  { weight: 3, arbitrary: fc.constantFrom('\u0000', '\ud800', '\u202e', '\n', '"', '%', '😀', 'x'.repeat(20_000)).map((spoil) => ({ spoil })) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'is_admin', 'size.0.label', 'x'.repeat(500)).map((add) => ({ add })) },
)

/** Forms of every action, filled in: a third as a person would, the others with a change or two. */
export function postsOf(blanks: Blank[], document: ApiDocument): fc.Arbitrary<Post> {
  const byAction = [...Map.groupBy(blanks, ({ path }) => path).values()]
  return fc
    .constantFrom(...byAction)
    .chain((own) => fc.constantFrom(...own))
    .chain(({ path, address, as, fields, body }) =>
      fc
        .record({
          as: fc.oneof({ weight: 4, arbitrary: fc.constant(as) }, { weight: 1, arbitrary: fc.constantFrom(...kinds) }),
          scripted: fc.boolean(),
          origin: fc.oneof({ weight: 15, arbitrary: fc.constant('http://localhost') }, fc.constantFrom('https://evil.example', 'null', 'x', null)),
          filled: fc.tuple(...fields.map((field) => entryOf(field, path, document).map((value): Post['entries'][number] => [field.name, value]))),
          changes: fc.array(fc.record({ at: fc.nat(20), how: change }), { maxLength: 2 }),
          type: fc.oneof(
            {
              weight: 15,
              arbitrary: fc.constant(typeOf[body]),
            },
            fc.constantFrom('multipart' as const, 'urlencoded' as const, 'text' as const),
          ),
        })
        .map(({ as, scripted, origin, filled, changes, type }) => ({
          path,
          intent: fields.find(({ name }) => name === 'intent')?.value ?? '',
          address: scripted ? address.replace(/(\?|$)/, '.data$1') : address,
          as,
          origin,
          type,
          entries: changes.reduce(changed, filled),
        })),
    )
}

const typeOf = { form: 'urlencoded', file: 'multipart', raw: 'raw', json: 'json' } as const

/** What the fields hold that a name alone does not tell. */
const known: Record<string, ((path: string) => string[]) | undefined> = Object.assign(Object.create(null), {
  id: (path) =>
    path.includes('orders')
      ? ['@order', '@paidOrder', '@failedOrder']
      : [`@${subjectOf(path) ?? 'session'}`, '@session', '@image', '@customer', '@admin'],
  ids: (path) => (path.includes('orders') ? ['@order @paidOrder', '@paidOrder'] : [`@${subjectOf(path)}`, '@payout,@gone']),
  order_id: () => ['@order', '@paidOrder'],
  refund: () => ['@refund'],
  attempt: () => ['@attempt'],
  status: () => ['shipped', 'cancelled', 'confirmed', 'delivered'],
  receipt: () => ['@newReceipt', 'QKJ4XT81ZP'],
  bucket: () => ['product-images', 'ad-images', 'promotional-videos'],
  amount: () => ['20', '1,000', '99.5'],
  paid_to: () => ['', '+254712345678'],
  reason: () => ['No such size'],
  confirmation: () => ['DELETE', 'mbio-wingu-42'],
  word: () => ['DELETE'],
  email: () => ['@newEmail', '@email', '@adminEmail'],
  challenge: () => ['@challenge'],
  affiliate_code: () => ['@code'],
  content_type: () => ['text', 'image', 'video'],
  cart: () => ['[]', JSON.stringify([{ id: '@product', size: '40', name: 'x', price: 1, image_url: null, quantity: 1, stock: 1 }])],
  index: () => ['0', '999', '-1'],
  stock_kind: () => ['sizes', 'plain'],
  snapshot: () => ['{}', '{"name":1}', '[]', 'null'],
} satisfies Record<string, (path: string) => string[]>)

/** What is hidden stays; what a person types is typed. */
function entryOf(
  { name, value, type, options, maxLength }: Field,
  path: string,
  document: ApiDocument,
): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  if (name === 'key' || name === 'idempotency_key') return fc.uuid()
  const own = known[name]?.(path)
  if (own && !value) return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: hostileText })
  if (type === 'file') return fc.oneof(bytes, fc.constant(new TextEncoder().encode('name,price,stock\nMbio Wingu,4500,3\n')))
  if (type === 'hidden' || type === 'submit') return fc.constant(value)
  if (type === 'checkbox' || type === 'radio') return fc.constantFrom(value, 'on', '')
  if (options.length > 0) return fc.constantFrom(...options)
  const typed = ofType('string', { maxLength }, document, name).map(String)
  const numbers = fc.constantFrom('1', '20', '4500', '0', '-1', '99.999', '1e3', '１２', '999999999')
  return fc.oneof({ weight: value ? 4 : 0, arbitrary: fc.constant(value) }, { weight: 3, arbitrary: typed }, { weight: 1, arbitrary: numbers })
}

function changed(entries: Post['entries'], { at, how }: Change): Post['entries'] {
  const place = at % Math.max(1, entries.length)
  if (typeof how === 'object' && 'add' in how) return [...entries, [how.add, 'x']]
  return entries.flatMap((entry, index): Post['entries'] => {
    const [name, value] = entry
    if (index !== place) return [entry]
    if (how === 'drop') return []
    if (how === 'twice') return [entry, entry]
    if ('put' in how) return [[name, how.put]]
    return [[name, typeof value === 'string' ? value.slice(0, 2) + how.spoil + value.slice(2) : value]]
  })
}
