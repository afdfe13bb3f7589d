import createClient from 'openapi-fetch'
import type { paths } from './build/shop.d.ts'

/** A client generated from the OpenAPI document: it compiles only while the document matches the API. */
export async function order(
  shopAddress: string,
  ask: (request: Request) => Promise<Response>,
  buyer: { email: string; password: string; phone: string },
) {
  const shop = createClient<paths>({ baseUrl: shopAddress, fetch: ask })

  const signedIn = await shop.POST('/api/auth/sign-in', { body: { email: buyer.email, password: buyer.password } })
  const token = signedIn.data?.session?.access_token
  if (!token) throw new Error(signedIn.error?.error.message ?? 'a second factor is asked for')
  const headers = { Authorization: `Bearer ${token}` }

  const shelf = await shop.GET('/api/products', { params: { query: { search: 'wingu', limit: 1 } } })
  const product = shelf.data?.data[0]
  const size = product?.product_sizes.find(({ stock }) => stock > 0)
  if (!product || !size) throw new Error(shelf.error?.error.message ?? 'nothing on the shelf')

  const placed = await shop.POST('/api/orders', {
    headers,
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      customer_name: 'Wanjiku Kamau',
      customer_phone: buyer.phone,
      delivery_address: 'Moi Avenue 12, Nairobi',
      items: [{ product_id: product.id, size: size.label, quantity: 1 }],
      total_amount: product.unit_price,
    },
  })
  if (!placed.data) throw new Error(placed.error.error.message)

  const params = { path: { id: placed.data.id } }
  const seen = await shop.GET('/api/orders/{id}', { params, headers })
  const refused = await shop.POST('/api/functions/mpesa-stk-push', { headers, body: { amount: 1, phone: buyer.phone, reference: placed.data.id } })
  return { placed: placed.data, seen: seen.data, refused: refused.error }
}
