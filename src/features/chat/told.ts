import type { ReplyProduct } from '#domain/assistant.ts'
import { figuresIn, type Told } from '#domain/claims.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ToolAnswer } from '#features/chat/visitor.ts'

/** Whatever may be said in answer to these texts of a visitor, before anything has been looked up. */
export function toldToBegin(shop: ShopFacts, asked: string[]): Told {
  const own = `${shop.name} ${shop.phone} ${shop.whatsapp} ${shop.location}`
  const told: Told = { priced: [], amounts: new Set(), percents: new Set(), figures: new Set(), asked: new Set(), words: own.toLowerCase() }
  for (const { value } of asked.flatMap(figuresIn)) told.asked.add(value)
  // A Kenyan number is written with and without its country, in one piece and in several.
  const local = shop.whatsapp.replace(/^254/, '0')
  for (const text of [own, local, `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`])
    for (const { value } of figuresIn(text)) told.figures.add(value)
  return told
}

/** Adds what a tool answered. Prices count from where the shop's own function put them; in a name or a description they are words like any others. */
export function addTold(told: Told, tool: string, { facts, products = [], order, others = [] }: ToolAnswer) {
  told.priced.push(...products.map(pricedAs))
  for (const { discount_percentage } of products) if (discount_percentage > 0) told.percents.add(discount_percentage)
  for (const { code, total, refunds } of order ? [order, ...others] : []) {
    for (const amount of [total, ...refunds.map((refund) => refund.amount)]) told.amounts.add(amount)
    told.words += `\norder ${code}`
  }
  for (const text of textsIn(facts)) {
    for (const { value } of figuresIn(text)) told.figures.add(value)
    if (tool === 'help') addWords(told, text)
  }
}

/** Help pages are the shop's own words: their amounts and promises are made. */
function addWords(told: Told, text: string) {
  told.words += `\n${text.toLowerCase()}`
  for (const { kind, value } of figuresIn(text)) (kind === 'percent' ? told.percents : told.amounts).add(value)
}

function pricedAs({ name, price, original_price }: ReplyProduct): Told['priced'][number] {
  return { name, amounts: original_price === null ? [price] : [price, original_price] }
}

function textsIn(facts: unknown): string[] {
  if (typeof facts === 'string') return [facts]
  if (typeof facts === 'number') return [String(facts)]
  return typeof facts === 'object' && facts !== null ? Object.values(facts).flatMap(textsIn) : []
}
