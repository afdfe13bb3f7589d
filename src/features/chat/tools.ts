import { z } from 'zod'
import { categoryMenu, sneakersSlug } from '#domain/catalogue.ts'
import { Problem } from '#domain/problem.ts'
import { getProduct } from '#features/catalogue/get-product.ts'
import { searchShoes } from '#features/catalogue/search-shoes.ts'
import { helpLink, type ReplyLink, type ReplyOrder, type ReplyProduct, toReplyProduct } from '#features/chat/chat-reply.ts'
import type { Visitor } from '#features/chat/question.ts'
import { nullIfGone } from '#features/chat/shoe-reply.ts'
import { listVisitorOrders, orderLinks, toReplyOrder, whereLinksAre } from '#features/chat/visitor-orders.ts'
import type { Context } from '#features/context.ts'
import { findHelp } from '#features/help/help-texts.ts'
import { parseInput } from '#features/input.ts'

/** What a tool answers: facts for the model, and the cards and buttons that the shop shows of them. */
export interface ToolAnswer {
  facts: Record<string, unknown>
  products?: ReplyProduct[]
  links?: ReplyLink[]
  /** The visitor's own, the first of them the card. */
  orders?: ReplyOrder[]
  /** Texts of the shop's help: an answer may state their amounts. */
  help?: string[]
}

/** A read-only tool of the assistant. No tool takes a price to set, a person, or an order's id. */
interface Tool<Schema extends z.ZodType = z.ZodType> {
  /** Its purpose, as the model is told. */
  description: string
  input: Schema
  run(ctx: Context, input: z.output<Schema>, visitor: Visitor): Promise<ToolAnswer>
}
const tool = <Schema extends z.ZodType>(of: Tool<Schema>) => of as unknown as Tool

const slugs = [sneakersSlug, ...categoryMenu.flatMap(({ slug, children }) => [slug, ...children.map((child) => child.slug)])]
const price = z.number().int().min(0).max(10_000_000).optional().describe('KSh')

/** Everything the assistant can do, by the names a model calls it by. */
export const tools: Record<string, Tool> = {
  search_products: tool({
    description:
      'Finds shoes on the shelf that are in stock and meet every condition at once. Where there are none it says so, and what comes nearest without which condition.',
    input: z.strictObject({
      words: z.string().max(200).optional().describe('What is looked for, in words: kind, colour, name, for whom, such as "black loafers for men"'),
      category: z.enum(slugs).optional(),
      size: z.string().max(20).optional().describe('EU size label that must be in stock, such as "42"'),
      min_price: price,
      max_price: price,
      on_offer: z.boolean().optional().describe('Only what is discounted'),
      sort: z.enum(['newest', 'price-low', 'price-high', 'discount']).optional(),
    }),
    run: async (ctx, { words = '', category, size, min_price, max_price, on_offer, sort }) => {
      const conditions = {
        category,
        sizes: size === undefined ? undefined : [size],
        minPrice: min_price,
        maxPrice: max_price,
        onOffer: on_offer,
        sort,
      }
      const { query, products, total, nearest, soldOut } = await searchShoes(ctx, { text: words, conditions })
      const [found, near] = [products, nearest?.products ?? []].map((cards) => cards.map(toReplyProduct)) as [ReplyProduct[], ReplyProduct[]]
      return {
        facts: {
          found: total,
          products: found.map(factsOf),
          ...(query.unknown.length > 0 && { no_name_has: query.unknown }),
          ...(soldOut.length > 0 && { sold_out: soldOut.map(({ name }) => name) }),
          ...(nearest && { nothing_found_but_without: nearest.without, nearest: near.map(factsOf), nearest_sizes: nearest.sizes }),
        },
        products: [...found, ...soldOut.map(toReplyProduct), ...near].slice(0, 6),
      }
    },
  }),

  product_facts: tool({
    description: 'Price, discount, sizes in stock and sold out, description and other colours of one product.',
    input: z.strictObject({
      product_id: z.uuid().optional().describe('From search_products; without it, the product of the page the visitor is on'),
    }),
    run: async (ctx, { product_id }, { productId }) => {
      const id = product_id ?? productId
      if (id === null) return { facts: { unknown: 'The visitor is on no product page: search for the product first.' } }
      const product = await getProduct(ctx, id).catch(nullIfGone)
      if (!product) return { facts: { unknown: 'There is no such product.' } }
      const card = toReplyProduct(product)
      return {
        facts: {
          ...factsOf(card),
          sizes_sold_out: product.sizes.map(({ label }) => label).filter((label) => !card.sizes.includes(label)),
          description: product.description.slice(0, 600),
          category: product.category?.name ?? null,
          other_colours: product.siblings.map(({ id: sibling, name }) => ({ id: sibling, name })),
        },
        products: [card],
      }
    },
  }),

  help: tool({
    description: 'What the shop’s help pages say about ordering, payment, delivery, returns, sizes, privacy, terms and affiliates.',
    input: z.strictObject({ words: z.string().min(1).max(200).describe('What is asked, in a few words, such as "deliver to Kisumu"') }),
    run: async (ctx, { words }) => {
      const answers = await findHelp(ctx, words)
      return {
        facts: { help: answers.map(({ title, excerpt }) => ({ title, says: excerpt })) },
        help: answers.map(({ excerpt }) => excerpt),
        links: answers.slice(0, 2).map(helpLink),
      }
    },
  }),

  order_status: tool({
    description:
      'Where the visitor’s own orders are, and what of their money goes back. It knows the order whose page they are on or whose link they pasted, and those placed in this browser.',
    // Takes no id: the order, and the right to see it, come with the request and never from the model.
    input: z.strictObject({}),
    run: async (ctx, _, visitor) => {
      const orders = (await listVisitorOrders(ctx, visitor)).map(toReplyOrder)
      const [order, ...others] = orders.map(({ label, status: _, total, refunds, ...shown }) => ({
        ...{ ...shown, status: label, total_ksh: total },
        ...(refunds.length > 0 && { money_back: refunds }),
      }))
      if (order) return { facts: { order, ...(others.length > 0 && { other_orders: others }) }, links: orderLinks(ctx, order.code), orders }
      const why = visitor.order ? { not_found: 'No order opens with this link.' } : { needs: 'the link to the order' }
      return { facts: { ...why, where: whereLinksAre(ctx) }, links: orderLinks(ctx) }
    },
  }),
}

/** Runs one tool. Problem `bad_input` for what its schema refuses, `not_found` for a name that is no tool's. */
export async function runTool(ctx: Context, name: string, input: unknown, visitor: Visitor): Promise<ToolAnswer> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (!tool) throw new Problem('not_found')
  return tool.run(ctx, parseInput(tool.input, input), visitor)
}

/** A card as the model reads it. */
function factsOf({ id, name, price, original_price, discount_percentage, sizes, is_available }: ReplyProduct) {
  return { id, name, price_ksh: price, original_price_ksh: original_price, discount_percentage, sizes_in_stock: sizes, is_available }
}
