import { describe, expect, it } from 'vitest'
import { createLog } from '#server/create-log.ts'

const names = [
  'authorization',
  'cookie',
  'password',
  'pin',
  'token',
  'secret',
  'key',
  'orderKey',
  'email',
  'phone',
  'to',
  'customer_phone',
  'delivery_address',
]
const private_ = Object.fromEntries(names.map((name) => [name, `PRIVATE ${name}`]))

function logging() {
  const lines: string[] = []
  return { log: createLog('info', { write: (line) => void lines.push(line) }), lines }
}

describe('the log', () => {
  it.each([
    ['itself', private_],
    ['one below', { order: private_ }],
    ['two below', { request: { headers: private_ } }],
    ['a list', { orders: [private_] }],
  ])('says nothing private that stands in the facts: %s', (_, facts) => {
    const { log, lines } = logging()
    log.warn({ id: 'seen', ...facts }, 'something')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"id":"seen"')
    expect(lines[0]?.match(/\[Redacted\]/g)).toHaveLength(names.length)
    expect(lines[0]).not.toContain('PRIVATE')
  })

  it('leaves the facts as they were, for whoever uses them next', () => {
    const facts = { order: { phone: '0712345678' } }
    logging().log.info(facts, 'something')
    expect(facts.order.phone).toBe('0712345678')
  })

  it('is a line of JSON for each entry, with its time and level, whatever somebody sent', () => {
    const { log, lines } = logging()
    log.warn({ path: '/a\n{"level":60}\r\u2028\u001b[31m' }, 'request\nrefused')
    expect(lines).toHaveLength(1)
    for (const mark of ['\n', '\r', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(mark)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 40,
      time: expect.any(Number),
      path: '/a\n{"level":60}\r\u2028\u001b[31m',
      msg: 'request\nrefused',
    })
    expect(Math.abs(JSON.parse(lines[0] ?? '').time - Date.now())).toBeLessThan(60_000)
  })

  it('says what was wrong in a fault, and not with which values', () => {
    const { log, lines } = logging()
    const cause = Object.assign(new Error('insert ... 0712345678'), { params: ['0712345678'], code: '23505' })
    log.error({ error: new Error('Failed query: insert ... params: 0712345678', { cause }) }, 'request failed')
    expect(lines[0]).toContain('23505')
    expect(lines[0]).not.toContain('0712345678')
  })
})
