import type { ChatRequest } from '#domain/assistant.ts'
import { isOpened } from '#web/order/last-seen.ts'

type PageContext = Pick<ChatRequest, 'product_id' | 'order_id' | 'order_key'>

const uuid = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const product = new RegExp(`^/product/${uuid}$`, 'i')
const order = new RegExp(`^/order/${uuid}$`, 'i')

/** The context of a page: what "this one" and "my order" mean on it. An order without its key in the address, and without its short link in the cookie, is left out: it opens nothing. */
export function pageContextOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): PageContext {
  const productId = product.exec(pathname)?.[1]
  if (productId) return { product_id: productId }
  const orderId = order.exec(pathname)?.[1]
  const key = new URLSearchParams(search).get('key')
  if (orderId && key) return { order_id: orderId, order_key: key }
  return orderId && isOpened(orderId.toLowerCase()) ? { order_id: orderId } : {}
}
