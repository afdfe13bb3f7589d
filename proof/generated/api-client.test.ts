import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { account } from '../../test/accounts.ts'
import { useApp } from '../../test/app.ts'
import { newPhone, putOnShelf } from '../../test/checkout.ts'

const app = useApp()
const home = 'test/api-client'

it('a client that openapi-typescript makes of the document compiles, places an order and reads it', async () => {
  const shoe = await putOnShelf(app.database, { price: 2999, discount: 15, sizes: { '40': 0, '41': 3 } })
  const buyer = { ...(await account(app.database)), phone: newPhone() }
  const document = await app.fetch('GET', '/api/openapi.json')
  await mkdir(join(home, 'build'), { recursive: true })
  await writeFile(join(home, 'build/openapi.json'), await document.text())
  expect(run('openapi-typescript', 'build/openapi.json', '--output', 'build/shop.d.ts')).toMatchObject({ status: 0, stderr: '' })
  expect(run('tsc', '--project', '.')).toMatchObject({ status: 0, stdout: '' })

  const { order } = await import(new URL('../../test/api-client/order.ts', import.meta.url).href)
  const ask = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    return app.fetch(method, pathname + search, { headers: Object.fromEntries(headers), ...(request.body && { body: await request.text() }) })
  }
  const { placed, seen, refused } = await order('http://localhost', ask, buyer)
  expect(placed).toMatchObject({ total_amount: 2549, status: 'awaiting_payment', order_items: [{ product_id: shoe.id, size: '41', price: 2549 }] })
  expect(seen).toMatchObject({ id: placed.id, user_id: buyer.id, payment: { state: 'accepted' } })
  expect(refused).toMatchObject({ success: false, code: 'wrong_amount' })
})

function run(command: string, ...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(join('node_modules/.bin', command), parameters, { cwd: home, encoding: 'utf8' })
  return { status, stdout, stderr }
}
