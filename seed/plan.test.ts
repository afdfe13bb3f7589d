import { describe, expect, it } from 'vitest'
import { readSeedPlan } from './plan.ts'

describe('readSeedPlan', () => {
  it.each([
    ['--products 1000', { products: 1000, stock: 50, orders: 0, seed: 1, force: false }],
    ['--products=5 --stock=0 --orders=20', { products: 5, stock: 0, orders: 20, seed: 1, force: false }],
    ['--orders 3 --seed 7 --force', { products: 0, stock: 50, orders: 3, seed: 7, force: true }],
    ['', { products: 0, stock: 50, orders: 0, seed: 1, force: false }],
  ])('reads %s', (line, plan) => expect(readSeedPlan(line.split(' ').filter(Boolean))).toEqual(plan))

  it.each([
    ['--products many', /--products should be a whole number from 0 to 1000000, not many/],
    ['--products -1', /--products/],
    ['--products 1e9', /--products/],
    ['--stock 5', /Say how many/],
    ['--shoes 5', /--shoes.*\n.*npx viatu seed/],
    ['1000', /npx viatu seed/],
  ])('refuses %s and says how to ask', (line, message) => expect(() => readSeedPlan(line.split(' ').filter(Boolean))).toThrow(message))
})
