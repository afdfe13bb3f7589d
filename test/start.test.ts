import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { call, createBuyer, orderBecomes, readOrder } from './buyer.ts'
import { control, expectNone, home, moveToEmptyHome, onePair, open, processesOf, refusedToOpen, useStartedShops } from './started-shops.ts'

/** The shop as a stranger starts it: a new one opens, and again on the same data; one that cannot says why. `npm run proof -- start` has the other starts. */
useStartedShops()

it('a shop that is closed leaves nothing running, and finds its orders, its keys and its money when it is opened again', async () => {
  const first = await open()
  expect(first.output.join('\n')).toContain('embedded PostgreSQL, started')
  expect(first.output.join('\n')).toContain('filled with the demo catalogue')
  await control(first, '/answers', { pin: true })
  const { body: order } = await createBuyer([onePair]).placeOrder(first.url)
  const paid = await orderBecomes(first.url, order, 'waiting_shipment')
  const pids = await processesOf(first)
  expect(await first.stop()).toBe(0)
  expectNone(pids)

  const second = await open()
  expect(second.output.join('\n')).toContain('embedded PostgreSQL, started')
  expect(second.output.join('\n')).not.toContain('filled with the demo catalogue')
  expect(await readOrder(second.url, order)).toMatchObject({ status: 200, body: { mpesa_receipt_number: paid.mpesa_receipt_number } })
  const book = await call(second.simulatorUrl as string, '/control/book', {})
  expect(book.body.payments).toMatchObject([{ receipt: paid.mpesa_receipt_number, reference: order.short_code }])
  expect(await second.stop()).toBe(0)
})

it('a shop that cannot open names what is missing, and starts nothing', async () => {
  await moveToEmptyHome()
  const refusal = await refusedToOpen({ DATA_DIR: home, MPESA_BASE_URL: 'http://127.0.0.1:9', MPESA_CONSUMER_KEY: 'a', MPESA_SHORTCODE: '174379' })
  const missing = ['MPESA_CONSUMER_SECRET', 'MPESA_PASSKEY', 'MPESA_CALLBACK_BASE_URL']
  for (const words of ['ended (1)', 'The shop cannot start', ...missing]) expect(refusal).toContain(words)
  expect(refusal).not.toContain('    at ')
  expect(await readdir(home)).toEqual([])
})
