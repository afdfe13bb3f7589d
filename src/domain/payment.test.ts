import { describe, expect, it } from 'vitest'
import {
  type AttemptState,
  attemptStates,
  mayBeOpen,
  nextCallbackTryAfter,
  nextPrompt,
  nextQueryAfter,
  paymentEffect,
  placedWords,
  problemCodeOf,
  promptRefusal,
  type SentPrompt,
} from '#domain/payment.ts'

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
    ['payment_failed', { isDiscarded: true }, 'reactivate'],
    ['buyer_not_paid', {}, 'reactivate'],
    ['confirmed', { isPaid: true, isAssumed: true }, 'confirm'],
    ['delivered', { isPaid: true, isAssumed: true }, 'confirm'],
    ['waiting_shipment', { isPaid: true }, 'refund_double'],
    ['delivered', { isPaid: true }, 'refund_double'],
    ['cancelled', {}, 'refund_cancelled'],
    ['cancelled', { isPaid: true }, 'refund_cancelled'],
    ['cancelled', { isPaid: true, isAssumed: true }, 'refund_cancelled'],
  ])('%s %j: %s', (status, marks, effect) => expect(paymentEffect({ ...order, status, ...marks })).toBe(effect))
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

describe('a prompt to a phone', () => {
  const at = 1_000_000
  const minute = 60_000
  const [a, b, c] = ['254712000001', '254712000002', '254712000003']
  /** From `phone state`, with `!` where it was replaced; the last one is a minute old, and each other a minute older. */
  const prompts = (...written: string[]): SentPrompt[] =>
    written.map((text, index) => {
      const [phone, state] = text.replace('!', '').split(' ') as [string, AttemptState]
      return { id: `${index}`, phone, state, createdAt: at - (written.length - index) * minute, replaced: text.endsWith('!') }
    })

  it.each<[string, string, string[], ReturnType<typeof nextPrompt>]>([
    ['the first', a, [], { replaces: null }],
    ['after a failure', a, [`${a} failed`], { replaces: null }],
    ['to another after a failure', b, [`${a} failed`], { replaces: null }],
    ['to another while one is open', b, [`${a} accepted`], { replaces: '0' }],
    ['to another before the first went out', b, [`${a} created`], { replaces: '0' }],
    ['to another while a reply is lost', b, [`${a} unknown`], { replaces: '0' }],
    ['to a third', c, [`${a} accepted!`, `${b} accepted`], { replaces: '1' }],
    ['back to the first, where it has closed', a, [`${a} failed!`, `${b} accepted`], { replaces: '1' }],
    ['back to the first, where it is open', a, [`${a} accepted!`, `${b} accepted`], { refusal: { code: 'prompt_open', retryAt: null } }],
    [
      'back to the first, where it is open and the second closed',
      a,
      [`${a} accepted!`, `${b} failed`],
      { refusal: { code: 'prompt_open', retryAt: null } },
    ],
    ['to the same while it is open', b, [`${a} accepted!`, `${b} accepted`], { refusal: { code: 'prompt_open', retryAt: null } }],
    ['again, beside one that was replaced', b, [`${a} accepted!`, `${b} failed`], { replaces: null }],
    ['to a fourth', '254712000004', [`${a} failed!`, `${b} accepted!`, `${c} accepted`], { refusal: { code: 'number_changed', retryAt: null } }],
    ['to a fourth, when the third has closed', '254712000004', [`${a} failed!`, `${b} accepted!`, `${c} failed`], { replaces: null }],
  ])('%s', (_, phone, written, expected) => expect(nextPrompt(prompts(...written), phone, at)).toEqual(expected))

  it('waits three minutes for a phone whose reply was lost, also where another took its place', () => {
    const lost = prompts(`${a} unknown!`, `${b} failed`)
    expect(nextPrompt(lost, a, at)).toEqual({ refusal: { code: 'prompt_open', retryAt: at + minute } })
    expect(nextPrompt(lost, a, at + minute)).toEqual({ replaces: null })
  })
})

it('only a prompt that M-Pesa has taken is said to have gone out, in the words of the specification', () => {
  expect(placedWords.accepted).toBe('Order placed successfully! M-Pesa payment initiated. Complete the payment on your phone.')
  for (const state of ['created', 'unknown', 'failed', 'paid'] as const) expect(placedWords[state]).not.toMatch(/initiated|your phone/)
})

it('tries a stored callback seven times, the last after an hour', () =>
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(nextCallbackTryAfter)).toEqual([5, 10, 30, 60, 300, 900, 3600, null]))

it('takes a prompt for open until M-Pesa has told its outcome', () =>
  expect(attemptStates.filter(mayBeOpen)).toEqual(['created', 'accepted', 'unknown']))

it.each([
  ['refused', 'prompt_refused'],
  ['busy', 'prompt_failed'],
  ['1032', null],
  [null, null],
])('the result %s of a prompt is told as %s', (code, problem) => expect(problemCodeOf(code)).toBe(problem))
