import { describe, expect, it, vi } from 'vitest'
import { useApp } from '../../test/app.ts'
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
