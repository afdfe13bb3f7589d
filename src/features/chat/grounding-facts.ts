import type { ReplyProduct } from '#domain/assistant.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { figuresIn, type GroundingFacts } from '#domain/ungrounded-claim.ts'
import type { ToolAnswer } from '#features/chat/visitor.ts'

/** The facts that an answer may state before any tool was called: the shop's contacts, and the figures of the visitor's own texts (`asked`). */
export function initialFacts(shop: ShopFacts, asked: string[]): GroundingFacts {
  const own = `${shop.name} ${shop.phone} ${shop.whatsapp} ${shop.location}`
  const grounds: GroundingFacts = {
    priced: [],
    amounts: new Set(),
    percents: new Set(),
    figures: new Set(),
    asked: new Set(),
    words: own.toLowerCase(),
  }
  for (const { value } of asked.flatMap(figuresIn)) grounds.asked.add(value)
  // Kenyan numbers are written with and without country code, in one piece or in groups.
  const local = shop.whatsapp.replace(/^254/, '0')
  for (const text of [own, local, `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`])
    for (const { value } of figuresIn(text)) grounds.figures.add(value)
  return grounds
}

/** Adds a tool's answer. Prices count only from the products' price fields; a figure in a name or description is just a figure. */
export function addFacts(grounds: GroundingFacts, tool: string, { facts, products = [], order, others = [] }: ToolAnswer) {
  grounds.priced.push(...products.map(pricedAs))
  for (const { discount_percentage } of products) if (discount_percentage > 0) grounds.percents.add(discount_percentage)
  for (const { code, total, refunds } of order ? [order, ...others] : []) {
    for (const amount of [total, ...refunds.map((refund) => refund.amount)]) grounds.amounts.add(amount)
    grounds.words += `\norder ${code}`
  }
  for (const text of textsIn(facts)) {
    for (const { value } of figuresIn(text)) grounds.figures.add(value)
    if (tool === 'help') addWords(grounds, text)
  }
}

/** Help pages are the shop's own texts: an answer may repeat their amounts and promises. */
function addWords(grounds: GroundingFacts, text: string) {
  grounds.words += `\n${text.toLowerCase()}`
  for (const { kind, value } of figuresIn(text)) (kind === 'percent' ? grounds.percents : grounds.amounts).add(value)
}

function pricedAs({ name, price, original_price }: ReplyProduct): GroundingFacts['priced'][number] {
  return { name, amounts: original_price === null ? [price] : [price, original_price] }
}

function textsIn(facts: unknown): string[] {
  if (typeof facts === 'string') return [facts]
  if (typeof facts === 'number') return [String(facts)]
  return typeof facts === 'object' && facts !== null ? Object.values(facts).flatMap(textsIn) : []
}
