import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { entered, goodPassword } from '../../test/accounts.ts'
import { useApp } from '../../test/app.ts'
import { orderIn, rowsOf } from '../../test/checkout.ts'

const app = useApp()
const clear = (headers: Record<string, string>, body: unknown = { confirmation: 'DELETE' }) =>
  app.ask('POST', '/api/rpc/clear_all_user_data', { body, headers })

describe('POST /api/rpc/clear_all_user_data', () => {
  it('clears, and hands out what it cleared as a file', async () => {
    const { token } = await entered(app.database, { isAdmin: true })
    const headers = { authorization: `Bearer ${token}` }
    const { id } = await orderIn(app.database, 'waiting_shipment')
    expect(await clear(headers)).toMatchObject({
      status: 409,
      body: {
        success: false,
        code: 'clearing_unshipped',
        error: expect.stringContaining('One order of KSh 4,500 is paid and has not been shipped.'),
      },
    })
    expect((await clear(headers, { confirmation: 'DELETE', password: 'not-this-one' })).status).toBe(403)
    const { status, body } = await clear(headers, { confirmation: 'DELETE', password: goodPassword })
    expect([status, body.success, body.counts.orders]).toEqual([200, true, 1])
    expect(await rowsOf(app.database, sql`select id from orders`)).toEqual([])
    const file = await app.ask('GET', `/api/data_snapshots/${body.snapshot_id}`, { headers })
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="viatu-cleared-data.json"')
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(file.body.tables.orders).toMatchObject([{ id }])
    const list = await app.ask('GET', '/api/data_snapshots', { headers })
    expect(list.body.data.map((each: { id: string }) => each.id)).toEqual([body.snapshot_id])
  })
})
