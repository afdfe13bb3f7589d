import { parseArgs } from 'node:util'

export interface SeedPlan {
  products: number
  /** Pairs of each size. */
  stock: number
  orders: number
  /** Another seed gives other orders of the same people. */
  seed: number
  /** Also where there are orders already. */
  force: boolean
}

/** Invalid arguments; the message is printed. */
export class SeedPlanError extends Error {
  override readonly name = 'SeedPlanError'
}

const usage = 'npx viatu seed [--products 1000] [--stock 50] [--orders 0] [--seed 1] [--force]'
const limits: Record<Exclude<keyof SeedPlan, 'force'>, { most: number; unless: string }> = {
  products: { most: 1_000_000, unless: '0' },
  stock: { most: 10_000, unless: '50' },
  orders: { most: 1_000_000, unless: '0' },
  seed: { most: 1_000_000, unless: '1' },
}

/** Parses the arguments of `npx viatu seed`. Throws SeedPlanError. */
export function readSeedPlan(args: string[]): SeedPlan {
  const given = parsed(args)
  const read = (name: keyof typeof limits) => {
    const { most, unless } = limits[name]
    const text = given[name] ?? unless
    if (/^\d{1,8}$/.test(text) && Number(text) <= most) return Number(text)
    throw new SeedPlanError(`--${name} should be a whole number from 0 to ${most}, not ${text}\n${usage}`)
  }
  const plan = { products: read('products'), stock: read('stock'), orders: read('orders'), seed: read('seed'), force: given.force ?? false }
  // Without arguments it creates the demo only.
  if (args.length > 0 && plan.products === 0 && plan.orders === 0) throw new SeedPlanError(`Say how many: ${usage}`)
  return plan
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { products: text, stock: text, orders: text, seed: text, force: { type: 'boolean' } } }).values
  } catch (error) {
    throw new SeedPlanError(`${(error as Error).message}\n${usage}`)
  }
}
