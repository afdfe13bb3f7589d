import { fallbackReply } from '#domain/assistant.ts'
import type { ChatEvent, ChatReply, ChatRequest, ReplyLink, ReplyOrder, ReplyProduct } from '#features/assistant/chat-reply.ts'
import { chatUrl } from '#web/addresses.ts'
import { timeLimit } from '#web/browser/polyfills.ts'
import { isOpenedByShortLink } from '#web/order/order-page-state.ts'

/** Longer than the server's own limit for an answer (promises §5); after it the answer counts as lost. */
const deadlineMs = 40_000

/** The server refused the question with a message for the visitor, such as too many questions. */
export class ChatRefusal extends Error {
  override readonly name = 'ChatRefusal'
}

/** Sends a question to the shop. `onText` gets the answer piece by piece as it is streamed. Throws ChatRefusal, or another error if no answer came. */
export async function ask(request: ChatRequest, onText: (delta: string) => void): Promise<ChatReply> {
  const answer = await fetch(chatUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream, application/json' },
    body: JSON.stringify({ ...request, stream: true }),
    signal: timeLimit(deadlineMs),
  })
  if (!answer.ok) throw await refusalOf(answer)
  return answer.headers.get('Content-Type')?.startsWith('text/event-stream') && answer.body
    ? fromEvents(answer.body, onText)
    : readReply(await answer.json())
}

async function fromEvents(body: ReadableStream<Uint8Array>, onText: (delta: string) => void): Promise<ChatReply> {
  for await (const { event, data } of readEvents(body)) {
    if (event === 'text' && typeof data?.delta === 'string') onText(data.delta)
    if (event === 'done') return readReply(data)
    if (event === 'error') throw new Error(data?.error)
  }
  throw new Error('The answer was cut short')
}

/** 4xx errors have a message for the visitor; all others do not. */
async function refusalOf(answer: Response): Promise<Error> {
  const { error } = (await answer.json().catch(() => ({}))) as { error?: unknown }
  const isForVisitor = answer.status >= 400 && answer.status < 500 && typeof error === 'string'
  return isForVisitor ? new ChatRefusal(error as string) : new Error(`The chat answered ${answer.status}`)
}

/** Yields server-sent events, each once it is complete; malformed ones are skipped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let buffer = ''
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      const parts = (buffer + value).split(/\r?\n\r?\n/)
      buffer = parts.pop() ?? ''
      for (const part of parts) {
        const event = eventOf(part)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => {
      // The connection is closed already.
    })
  }
}

function eventOf(part: string): ChatEvent | null {
  const lines = part.split(/\r?\n/)
  const event = textOf(lines, 'event:')
  const data = textOf(lines, 'data:')
  try {
    return event && data ? ({ event, data: JSON.parse(data) } as ChatEvent) : null
  } catch {
    return null
  }
}

function textOf(lines: string[], field: string): string {
  return lines
    .filter((line) => line.startsWith(field))
    .map((line) => line.slice(field.length).trimStart())
    .join('\n')
}

/** A chat reply from untrusted JSON: the fallback reply (spec §8) where `response` is missing; malformed cards and links are left out. */
export function readReply(value: unknown): ChatReply {
  const { response } = Object(value) as { response?: unknown }
  return { response: typeof response === 'string' && response.trim() !== '' ? response : fallbackReply, ...readReplyParts(value) }
}

/** The well-formed cards and links of an untrusted reply. */
export function readReplyParts(value: unknown): Pick<ChatReply, 'products' | 'links' | 'order'> {
  const { products, links, order } = Object(value) as { products?: unknown; links?: unknown; order?: unknown }
  return { products: listOf(products).filter(isReplyProduct), links: listOf(links).filter(isReplyLink), ...(isReplyOrder(order) && { order }) }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isText = (value: unknown): value is string => typeof value === 'string'

function isReplyLink(value: unknown): value is ReplyLink {
  const { label, href } = Object(value)
  return isText(label) && isText(href)
}

function isReplyProduct(value: unknown): value is ReplyProduct {
  const { id, name, price, original_price: was, image_url: picture, sizes, is_available: available, url } = Object(value)
  return (
    [id, name, url].every(isText) &&
    typeof price === 'number' &&
    (was === null || typeof was === 'number') &&
    (picture === null || isText(picture)) &&
    Array.isArray(sizes) &&
    sizes.every(isText) &&
    typeof available === 'boolean'
  )
}

function isReplyOrder(value: unknown): value is ReplyOrder {
  const { code, status, label, total, lines } = Object(value)
  return [code, status, label].every(isText) && typeof total === 'number' && Array.isArray(lines) && lines.every(isLine)
}

function isLine(value: unknown): boolean {
  const { name, size, quantity } = Object(value)
  return isText(name) && isText(size) && typeof quantity === 'number'
}

type PageContext = Pick<ChatRequest, 'product_id' | 'order_id' | 'order_key'>

const uuid = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const productPath = new RegExp(`^/product/${uuid}$`, 'i')
const orderPath = new RegExp(`^/order/${uuid}$`, 'i')

/**
 * The product or order of a page, to which "this one" and "my order" in a question refer. An order is included only if the page has its key or was opened by
 * its short link.
 */
export function pageContextOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): PageContext {
  const productId = productPath.exec(pathname)?.[1]
  if (productId) return { product_id: productId }
  const orderId = orderPath.exec(pathname)?.[1]
  const key = new URLSearchParams(search).get('key')
  if (orderId && key) return { order_id: orderId, order_key: key }
  return orderId && isOpenedByShortLink(orderId.toLowerCase()) ? { order_id: orderId } : {}
}
