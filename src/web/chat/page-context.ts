import type { ChatRequest } from '#features/assistant/question.ts'
import { isOpenedByShortLink } from '#web/order/order-page-state.ts'

type PageContext = Pick<ChatRequest, 'product_id' | 'order_id' | 'order_key'>

const uuid = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const product = new RegExp(`^/product/${uuid}$`, 'i')
const order = new RegExp(`^/order/${uuid}$`, 'i')

/**
 * The product or order of a page, to which "this one" and "my order" in a question refer. An order is included only if the page has its key or was opened by
 * its short link.
 */
export function pageContextOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): PageContext {
  const productId = product.exec(pathname)?.[1]
  if (productId) return { product_id: productId }
  const orderId = order.exec(pathname)?.[1]
  const key = new URLSearchParams(search).get('key')
  if (orderId && key) return { order_id: orderId, order_key: key }
  return orderId && isOpenedByShortLink(orderId.toLowerCase()) ? { order_id: orderId } : {}
}
