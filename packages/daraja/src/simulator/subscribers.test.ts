import { afterEach, expect, it } from 'vitest'
import { openTestShop, phone } from '../../test/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
afterEach(() => shop.close())

async function codeOf(changes: Record<string, unknown> = {}) {
  await shop.push(changes)
  return (await shop.receiver.next()).body.Body.stkCallback.ResultCode
}

it('pays with any PIN but the wrong one, and only when there is money', async () => {
  shop = await openTestShop({ ruleWindowMs: 0 })
  const enter = async (pin: string) => {
    await shop.push()
    await shop.control.answer(shop.control.prompts().at(-1)!.checkoutRequestId, { pin })
    return (await shop.receiver.next()).body.Body.stkCallback.ResultCode
  }
  expect(await enter('1234')).toBe(0)
  expect(await enter('0000')).toBe(2001)
  shop.control.setLowBalance(phone, true)
  expect(await enter('1234')).toBe(1)
  shop.control.setLowBalance(phone, false)
  expect(await enter('9999')).toBe(0)
})

it('answers for a number, or for everybody else, until told not to', async () => {
  shop = await openTestShop({ ruleWindowMs: 0, promptLifeMs: 600 })
  shop.control.answerAutomatically({ pin: true, afterMs: 5 })
  shop.control.answerAutomatically({ phone, pin: 'wrong' })
  expect(await codeOf()).toBe(2001)
  expect(await codeOf({ PhoneNumber: '254110000001' })).toBe(0)
  shop.control.answerAutomatically({ phone, pin: 'cancel' })
  expect(await codeOf()).toBe(1032)
  shop.control.answerAutomatically({ phone, pin: 'ignore' })
  expect(await codeOf()).toBe(1037)
  shop.control.stopAnswering(phone)
  expect(await codeOf()).toBe(0)
  shop.control.stopAnswering()
  expect(await codeOf()).toBe(1037)
})

it('answers a prompt that is open already', async () => {
  shop = await openTestShop()
  await shop.push()
  shop.control.answerAutomatically({ pin: true })
  expect((await shop.receiver.next()).body.Body.stkCallback.ResultCode).toBe(0)
})

it('ends a prompt once, however many press at the same moment', async () => {
  shop = await openTestShop()
  const { json } = await shop.push()
  const presses = Array.from({ length: 10 }, (_, i) => shop.control.answer(json.CheckoutRequestID, i % 2 ? 'cancel' : { pin: '1234' }))
  expect((await Promise.all(presses)).filter(Boolean)).toHaveLength(1)
  await shop.control.settled()
  expect(shop.receiver.received).toHaveLength(1)
  expect(shop.control.prompts()[0]?.results).toHaveLength(1)
})

it('refuses what is no PIN, and no prompt', async () => {
  shop = await openTestShop()
  const { json } = await shop.push()
  await expect(shop.control.answer(json.CheckoutRequestID, { pin: '12' })).rejects.toThrow()
  await expect(shop.control.answer('ws_CO_1', 'cancel')).rejects.toThrow('no prompt ws_CO_1')
})
