import { describe, expect, it } from 'vitest'
import { type AttemptState, nextQueryAfter, promptRefusal, resultCodes, resultOf, whatPaymentDoes } from '#domain/payment.ts'

describe('the result codes of M-Pesa (daraja §2)', () => {
  const listed = ['1', '2', '3', '4', '8', '17', '26', '1001', '1019', '1025', '9999', '1032', '1037', '2001', '2028', 'SFC_IC0003', '8006']

  it.each(listed)('%s is a failure with a sentence', (code) => {
    expect(resultOf(code).outcome).toBe('failed')
    expect(resultOf(code).sentence).toMatch(/^[A-Z].{20,}\.$/)
  })
  it('0 is paid, 4999 is pending, and there are no others', () => {
    expect(resultOf('0').outcome).toBe('paid')
    expect(resultOf('4999').outcome).toBe('pending')
    expect(Object.keys(resultCodes).sort()).toEqual([...listed, '0', '4999'].sort())
  })
  it('each says something of its own', () => {
    const sentences = [...Object.values(resultCodes), resultOf('777')].map(({ sentence }) => sentence)
    expect(new Set(sentences).size).toBe(sentences.length)
  })
  it.each(['777', '', '00', '0.0', '-1', 'SFC_IC9999', '500.001.1001', 'toString', '__proto__', 'constructor'])(
    '%j is in no list and proves nothing',
    (code) => expect(resultOf(code)).toMatchObject({ outcome: 'pending' }),
  )
})

describe('when M-Pesa is asked again', () => {
  const waits: number[] = []
  for (let seconds = nextQueryAfter(0); seconds !== null; seconds = nextQueryAfter(waits.length)) waits.push(seconds)
  const elapsed = waits.map((_, at) => waits.slice(0, at + 1).reduce((total, each) => total + each, 0))

  it('begins after 10 s', () => expect(waits[0]).toBe(10))
  it('comes every 5 to 15 s for about two minutes', () => {
    const early = waits.slice(1).filter((_, at) => (elapsed[at + 1] as number) <= 120)
    expect(early.every((seconds) => seconds >= 5 && seconds <= 15)).toBe(true)
    expect(elapsed.filter((at) => at <= 120).at(-1)).toBeGreaterThan(100)
  })
  it('goes on at 1, 5, 15 and 60 minutes, and stops after about a day', () => {
    expect(waits.slice(10, 14)).toEqual([60, 300, 900, 3600])
    expect((elapsed.at(-1) as number) / 3600).toBeGreaterThanOrEqual(24)
    expect((elapsed.at(-1) as number) / 3600).toBeLessThan(24.75)
  })
  it('never comes after that', () => expect(nextQueryAfter(waits.length + 100)).toBeNull())
})

describe('what money does to its order', () => {
  const order = { status: 'awaiting_payment', isPaid: false, isAssumed: false, isDiscarded: false }
  it.each([
    ['pending', {}, 'pay'],
    ['awaiting_payment', {}, 'pay'],
    ['payment_failed', {}, 'pay'],
    ['payment_failed', { isDiscarded: true }, 'revive'],
    ['buyer_not_paid', {}, 'revive'],
    ['confirmed', { isPaid: true, isAssumed: true }, 'prove'],
    ['delivered', { isPaid: true, isAssumed: true }, 'prove'],
    ['waiting_shipment', { isPaid: true }, 'refund_double'],
    ['delivered', { isPaid: true }, 'refund_double'],
    ['cancelled', {}, 'refund_cancelled'],
    ['cancelled', { isPaid: true }, 'refund_cancelled'],
    ['cancelled', { isPaid: true, isAssumed: true }, 'refund_cancelled'],
  ])('%s %j: %s', (status, marks, effect) => expect(whatPaymentDoes({ ...order, status, ...marks })).toBe(effect))
})

describe('a new prompt', () => {
  const at = 1_000_000
  const minute = 60_000
  it.each<[string, [AttemptState, number][], { code: 'prompt_open'; retryAt: number | null } | null]>([
    ['none so far', [], null],
    ['one failed', [['failed', at]], null],
    ['one not sent yet', [['created', at]], { code: 'prompt_open', retryAt: null }],
    ['one open', [['accepted', at - 60 * minute]], { code: 'prompt_open', retryAt: null }],
    [
      'one open beside a failed one',
      [
        ['failed', at - minute],
        ['accepted', at],
      ],
      { code: 'prompt_open', retryAt: null },
    ],
    ['a reply lost a minute ago', [['unknown', at - minute]], { code: 'prompt_open', retryAt: at + 2 * minute }],
    ['a reply lost three minutes ago', [['unknown', at - 3 * minute]], null],
    [
      'two lost, the younger counts',
      [
        ['unknown', at - 9 * minute],
        ['unknown', at - minute],
      ],
      { code: 'prompt_open', retryAt: at + 2 * minute },
    ],
  ])('after %s', (_, attempts, expected) =>
    expect(
      promptRefusal(
        attempts.map(([state, createdAt]) => ({ state, createdAt })),
        at,
      ),
    ).toEqual(expected),
  )
})
