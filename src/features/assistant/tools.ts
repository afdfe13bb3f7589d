import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { type Categories, sneakersSlug } from '#domain/catalogue.ts'
import { Problem } from '#domain/problem.ts'
import { type ChatReply, helpLink, toReplyProduct, type Visitor } from '#features/assistant/chat-reply.ts'
import { replyAboutDelivery, replyWithShoes } from '#features/assistant/topic-replies.ts'
import { replyAboutOrder } from '#features/assistant/visitor-orders.ts'
import { readCategories } from '#features/catalogue/categories.ts'
import { getProduct } from '#features/catalogue/get-product.ts'
import { searchShoes } from '#features/catalogue/search-shoes.ts'
import { findHelp } from '#features/content/help-texts.ts'
import type { ToolOffer } from '#services/assistant/model.ts'

/** What a tool answers: all but the links for the model, and the cards and buttons that the shop shows below its answer. */
export interface ToolAnswer extends Partial<Omit<ChatReply, 'response'>> {
  /** The shop's own words, with no word of a product or a visitor: an answer may state their amounts. */
  says?: string
  /** The shop's words about a look: none of their amounts may be stated, because they repeat what the model looked for. */
  words?: string
  /** Whatever else there is to know. */
  facts?: unknown
  error?: string
}

/** A read-only tool of the assistant, described as the model reads it. No tool takes a price to set, a person, or an order's id. */
const tool = <Input extends z.ZodType>(
  description: string,
  input: Input,
  look: (ctx: Context, input: z.output<Input>, visitor: Visitor) => Promise<ToolAnswer>,
) => ({
  ...{ description, input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) },
  run: (ctx: Context, given: unknown, visitor: Visitor) => look(ctx, parseInput(input, given), visitor),
})

const price = z.number().int().min(0).max(10_000_000).optional().describe('KSh')

/** Everything the assistant can do, by the names a model calls it by. */
export const tools: Record<string, ReturnType<typeof tool>> = {
  search_products: tool(
    'Finds shoes on the shelf that are in stock and meet every condition at once, with prices in KSh. Where there are none it says so, and what comes nearest.',
    z.strictObject({
      words: z.string().max(200).optional().describe('What is looked for, in words: kind, colour, name, for whom, such as "black loafers for men"'),
      category: z.string().max(60).optional(),
      size: z.string().max(20).optional().describe('EU size label that must be in stock, such as "42"'),
      min_price: price,
      max_price: price,
      on_offer: z.boolean().optional().describe('Only what is discounted'),
      sort: z.enum(['newest', 'price-low', 'price-high', 'discount']).optional(),
    }),
    async (ctx, { words: text = '', category, size, min_price: minPrice, max_price: maxPrice, on_offer: onOffer, sort }) => {
      const conditions = { category, sizes: size === undefined ? undefined : [size], minPrice, maxPrice, onOffer, sort }
      const shop = await readCategories(ctx)
      if (category !== undefined && !slugsOf(shop).includes(category)) throw new Problem('bad_input', { fields: { category: 'Choose one of them.' } })
      const { response, products } = replyWithShoes(await searchShoes(ctx, text, conditions), shop)
      return { words: response, products }
    },
  ),

  product_facts: tool(
    'Price, discount, sizes in stock and sold out, description and other colours of one product.',
    z.strictObject({
      product_id: z.uuid().optional().describe('From search_products; without it, the product of the page the visitor is on'),
    }),
    async (ctx, { product_id }, { productId }) => {
      const product = await getProduct(ctx, product_id ?? productId ?? '')
      const card = toReplyProduct(product)
      const facts = {
        sizes_sold_out: product.sizes.map(({ label }) => label).filter((label) => !card.sizes.includes(label)),
        description: product.description.slice(0, 600),
        category: product.category?.name ?? null,
        other_colours: product.siblings.map(({ id: sibling, name }) => ({ id: sibling, name })),
      }
      return { facts, products: [card] }
    },
  ),

  help: tool(
    'What the shop’s help pages say about ordering, payment, delivery, returns, sizes, privacy, terms and affiliates.',
    z.strictObject({ words: z.string().min(1).max(200).describe('What is asked, in a few words, such as "deliver to Kisumu"') }),
    async (ctx, { words }) => {
      const answers = await findHelp(ctx, words)
      return { says: answers.map(({ title, excerpt }) => `${title}: ${excerpt}`).join('\n'), links: answers.slice(0, 2).map(helpLink) }
    },
  ),

  delivery: tool(
    'Each delivery option to a place with its fee in KSh and the days an order of now takes, the cheapest first; whether the shop delivers there at all.',
    z.strictObject({
      place: z.string().min(1).max(200).describe('Town, estate or stage as the visitor wrote it, such as "Naks" or "Karen, Nairobi"'),
    }),
    async (ctx, { place }) => {
      const { response: says, links = [] } = await replyAboutDelivery(ctx, place)
      return { says, links }
    },
  ),

  order_status: tool(
    'Where the visitor’s own orders are, and what of their money goes back, in KSh. It knows the order whose page they are on or whose link they pasted, and those placed in this browser.',
    // Takes no id: the order, and the right to see it, come with the request and never from the model.
    z.strictObject({}),
    async (ctx, _, visitor) => {
      const { response: says, order, links = [] } = await replyAboutOrder(ctx, visitor)
      return { says, order, links }
    },
  ),
}

/** The tools as a model is offered them, with the categories of now. */
export async function offerTools(ctx: Context): Promise<ToolOffer[]> {
  const category = { type: 'string', enum: slugsOf(await readCategories(ctx)) }
  return Object.entries(tools).map(([name, { description, input }]) => {
    const properties = input.properties?.category ? { properties: { ...input.properties, category } } : {}
    return { name, description, input: { ...input, ...properties } }
  })
}

function slugsOf({ menu }: Categories): string[] {
  return [sneakersSlug, ...menu.flatMap(({ slug, children }) => [slug, ...children.map((child) => child.slug)])]
}

/** Runs one tool. Problem `bad_input` for what its schema refuses, `not_found` for a name that is no tool's. */
export async function runTool(ctx: Context, name: string, input: unknown, visitor: Visitor): Promise<ToolAnswer> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (!tool) throw new Problem('not_found')
  return tool.run(ctx, input, visitor)
}
