import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answer, createBuyer, type Line, pair, setStock, stockOf } from '../../test/buyer.ts'
import { expectCleanBooks, openScene, type Scene } from '../../test/scene.ts'
import type { ShopProcess } from '../../test/shop-process.ts'

// Real processes, and a machine that others use as well.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Six hundred people press Place Order at the same moment: each gets an order or the true reason why not, and none is asked to try again. */
let scene: Scene
let shop: ShopProcess
const people = 600

beforeAll(async () => {
  scene = await openScene()
  shop = await scene.open()
})
afterAll(() => scene.close())

describe('a crowd', () => {
  it('that wants what there is enough of gets it', async () => {
    const line = pair(0)
    await setStock(scene, line, people)
    const answers = await pressAtOnce(line)
    expect(outcomesOf(answers)).toEqual({ '201': people })
    expect(await stockOf(scene, line)).toBe(0)
    await expectNothingElse()
  })

  it('that wants the last twenty pairs gets twenty, and the others hear that they are gone', async () => {
    const line = pair(1)
    await setStock(scene, line, 20)
    const answers = await pressAtOnce(line)
    expect(outcomesOf(answers)).toEqual({ '201': 20, '409 size_gone': people - 20 })
    for (const { status, body } of answers) if (status === 409) expect(body.error.facts.gone).toMatchObject([{ id: line.product_id, stock: 0 }])
    expect(await stockOf(scene, line)).toBe(0)
    await expectNothingElse()
  })
})

function pressAtOnce(line: Line): Promise<Answer[]> {
  return Promise.all(Array.from({ length: people }, () => createBuyer([line]).placeOrder(shop.url)))
}

/** How often each answer was given: status and code. */
function outcomesOf(answers: Answer[]): Record<string, number> {
  const outcomes: Record<string, number> = {}
  for (const { status, body } of answers) {
    const outcome = [status, body.error?.code].filter(Boolean).join(' ')
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}

async function expectNothingElse() {
  await scene.mpesa.settled()
  await expectCleanBooks(scene)
  expect(shop.output.filter((line) => line.includes('request failed'))).toEqual([])
}
