import type { z } from 'zod'
import { Problem } from '#domain/problem.ts'
import { helpTool } from '#features/chat/help-tool.ts'
import { orderStatusTool } from '#features/chat/order-status.ts'
import { productFactsTool } from '#features/chat/product-facts.ts'
import { searchProductsTool } from '#features/chat/search-products.ts'
import type { ToolAnswer, Visitor } from '#features/chat/visitor.ts'
import type { Context } from '#features/context.ts'
import { parseInput } from '#features/input.ts'

/** A read-only tool of the assistant. No tool takes a price to set, a person, or an order's id. */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  /** Its purpose, as the model is told. */
  description: string
  input: Schema
  run(ctx: Context, input: z.output<Schema>, visitor: Visitor): Promise<ToolAnswer>
}

/** Everything the assistant can do, by the names a model calls it by. */
export const tools: Record<string, Tool> = {
  search_products: searchProductsTool as Tool,
  product_facts: productFactsTool as Tool,
  help: helpTool as Tool,
  order_status: orderStatusTool as Tool,
}

/** Runs one tool. Problem `bad_input` for what its schema refuses, `not_found` for a name that is no tool's. */
export async function runTool(ctx: Context, name: string, input: unknown, visitor: Visitor): Promise<ToolAnswer> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (!tool) throw new Problem('not_found')
  return tool.run(ctx, parseInput(tool.input, input), visitor)
}
