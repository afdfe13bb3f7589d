import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { useApp } from '../../test/app.ts'
import { contextOn, orderIn, placed, putOnShelf, rowsOf, tellPaid } from '../../test/checkout.ts'
import { person } from '../../test/people.ts'

const app = useApp()

describe('the stream of all orders', () => {
  it('tells admins to look again, and carries nothing', async () => {
    const { headers } = await person(app.database, { isAdmin: true })
    const stream = await app.fetch('GET', '/api/order_events', { headers })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toContain('data: open')
    for (let order = 0; order < 50; order++) app.events.publish('orders')
    expect((await reader.read()).value).toBe('data: changed\n\n')
    app.events.publish('orders')
    expect((await reader.read()).value, 'what came during the rest makes one message').toBe('data: changed\n\n')
    await reader.cancel()
  })

  it('is nobody else’s, and so many for one admin', async () => {
    expect((await app.fetch('GET', '/api/order_events')).status).toBe(401)
    for (const who of [await person(app.database), await person(app.database, { code: 'KAMAU25' })])
      expect((await app.fetch('GET', '/api/order_events', { headers: who.headers })).status).toBe(403)
    const { headers } = await person(app.database, { isAdmin: true })
    const other = await person(app.database, { isAdmin: true })
    const watch = (who = headers) => app.fetch('GET', '/api/order_events', { headers: who })
    const streams = await Promise.all(Array.from({ length: 10 }, () => watch()))
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await watch()).status).toBe(429)
    streams.push(await watch(other.headers))
    expect(streams.at(-1)?.status).toBe(200)
    await streams.shift()?.body?.cancel()
    streams.push(await vi.waitUntil(async () => [await watch()].find(({ status }) => status === 200)))
    await Promise.all(streams.map((stream) => stream.body?.cancel()))
  })
})

describe('Order Management over HTTP', () => {
  it('finds, notes, ships, refunds and looks', async () => {
    const { headers } = await person(app.database, { isAdmin: true })
    const ask = (method: string, path: string, body?: unknown) => app.ask(method, `/api${path}`, { headers, ...(body !== undefined && { body }) })
    const { id, ctx, attempt } = await placed(contextOn(app.database), await putOnShelf(app.database))
    const receipt = await tellPaid(ctx, attempt)
    expect((await ask('GET', `/orders?search=${receipt}`)).body.data).toMatchObject([{ id }])
    for (const query of ['from=2026-02-31', `search=${'x'.repeat(101)}`, 'status=paid'])
      expect((await ask('GET', `/orders?${query}`)).status).toBe(400)
    const note = await ask('POST', '/order_notes', { order_id: id, note: 'Calls back after five.', replaces: null })
    expect(note).toMatchObject({ status: 201, body: { note: 'Calls back after five.' } })
    expect((await ask('POST', '/order_notes', { order_id: id, note: 'Mine', replaces: null })).body.error).toMatchObject({ code: 'note_changed' })
    expect((await ask('GET', `/orders?queue=pack&search=${receipt}`)).body.data).toMatchObject([{ id, packed_at: null }])
    expect((await ask('POST', '/functions/pack-orders', { ids: [id], packed: true })).body).toMatchObject({
      success: true,
      outcomes: [{ error: null }],
    })
    expect((await ask('GET', `/orders?queue=send&search=${receipt}`)).body.data).toMatchObject([{ id, packed_at: expect.any(String) }])
    expect((await ask('POST', '/functions/change-orders', { ids: [id], status: 'shipped' })).body).toMatchObject({
      success: true,
      outcomes: [{ status: 'shipped' }],
    })
    await ask('PATCH', `/orders/${id}`, { status: 'cancelled', reason: 'Came back', restock: true })
    const [refund] = await rowsOf<{ id: string }>(app.database, sql`select id from refunds where order_id = ${id}`)
    const back = { refund_id: refund?.id, receipt: 'TREVERSED1' }
    expect((await ask('POST', '/functions/refund-done', back)).body).toMatchObject({ success: true, state: 'done' })
    expect((await ask('POST', '/functions/refund-done', { ...back, receipt: 'TREVERSED2' })).body).toMatchObject({
      success: false,
      code: 'refund_settled',
    })
    const desk = await ask('GET', `/orders/${id}/desk`)
    expect(desk.body).toMatchObject({ notes: [{ note: 'Calls back after five.' }], refunds: [{ receipt: 'TREVERSED1' }], cancel_reason: 'Came back' })
    // The routes of buyers know of no note.
    for (const path of [`/orders/${id}`, `/order_items?order_id=${id}`, '/orders?limit=100'])
      expect(JSON.stringify((await ask('GET', path)).body)).not.toContain('after five')
  })

  it('answers payments to look at', async () => {
    const { headers } = await person(app.database, { isAdmin: true })
    const { attempt } = await orderIn(app.database, 'awaiting_payment')
    await app.database.db.execute(sql`update payment_attempts set needs_review_at = now(), review_reason = 'Look' where id = ${attempt.id}`)
    expect((await app.ask('GET', '/api/payment_reviews', { headers })).body.data).toMatchObject([{ id: attempt.id, reason: 'Look' }])
    const body = { attempt_id: attempt.id, note: 'Nothing there' }
    expect((await app.ask('POST', '/api/functions/payment-looked-at', { headers, body })).body).toEqual({
      success: true,
      id: attempt.id,
      state: 'failed',
    })
  })
})
