import { describe, expect, it } from 'vitest'
import {
  type Alert,
  type AlertKind,
  alertHearers,
  alertKinds,
  alertKindsOf,
  allChoices,
  isQuiet,
  readMinute,
  usualChoices,
  usualQuietHours,
  wordAlerts,
  writeMinute,
} from '#domain/alert.ts'

const facts = { waiting: '3 to pack' }
const alert = (kind: AlertKind, label = '1a2b3c4d', amount: number | null = null, order_id: string | null = null): Alert => ({
  kind,
  label,
  amount,
  order_id,
})
const worded = (...alerts: Alert[]) => wordAlerts(alerts, facts)

describe('the words of alerts', () => {
  it('are of one thing, and lead to its order', () => {
    expect(worded(alert('paid', '1a2b3c4d', 4500_00, 'id'))).toEqual({
      title: 'Paid order',
      lines: ['Order 1a2b3c4d, KSh 4,500.'],
      path: '/admin/orders/id',
    })
    expect(worded(alert('last_pair', 'Mbio Wingu, size 42'))).toEqual({
      title: 'Last pair of a size',
      lines: ['Mbio Wingu, size 42: one pair was left.'],
      path: '/admin/products',
    })
  })

  it('are a count and a sum of many, and what they are where they have no sum', () => {
    expect(worded(alert('paid', 'a', 40_000_00), alert('paid', 'b', 1_300_00))).toEqual({
      title: '2 paid orders',
      lines: ['KSh 41,300 together.'],
      path: '/admin/orders?view=pack',
    })
    const late = worded(...['a', 'b', 'c', 'd', 'e', 'f'].map((code) => alert('late', code)))
    expect(late.title).toBe('6 orders later than promised')
    expect(late.lines).toEqual(['a', 'b', 'c', 'd', 'e'].map((code) => `Order ${code} comes later than promised.`))
  })

  it('are a line for each kind of several', () => {
    expect(
      worded(alert('paid', 'a', 100_00), alert('refund', 'b', 50_00), alert('paid', 'c', 100_00), alert('affiliate', 'X2'), alert('affiliate', 'Y3')),
    ).toEqual({
      title: '5 things happened',
      lines: ['2 paid orders, KSh 200 together.', 'Refund due: KSh 50 of order b goes back.', '2 new affiliates.'],
      path: '/admin',
    })
  })

  it.each([
    ['0', null, 'No paid orders that day. Waiting: 3 to pack.'],
    ['1', 4500_00, '1 paid order, KSh 4,500 that day. Waiting: 3 to pack.'],
    ['7', 41_300_00, '7 paid orders, KSh 41,300 that day. Waiting: 3 to pack.'],
  ])('are the day, at its end: %s', (count, amount, line) => {
    expect(worded(alert('digest', count, amount)).lines).toEqual([line])
  })

  it.each(Object.keys(alertKinds) as AlertKind[])('of %s are a sentence, and lead into the panel', (kind) => {
    const { title, lines, path } = worded(alert(kind, 'label', 100_00))
    expect(title).toBe(alertKinds[kind].label)
    expect(lines).toEqual([expect.stringMatching(/^\S.*[^.]\.$/)])
    expect(path).toMatch(/^\/admin\/[a-z]+/)
  })
})

it('packers hear what there is to pack, and owners everything', () => {
  expect(alertKindsOf({ role: 'packer' })).toEqual(['paid', 'late'])
  expect(alertKindsOf({ role: 'content' })).toEqual(['last_pair'])
  expect(alertKindsOf({ role: 'owner' })).toEqual(Object.keys(alertKinds))
  expect(alertKindsOf({ role: null })).toEqual([])
  expect(alertHearers).toContain('paid packer')
  expect(alertHearers).not.toContain('refund packer')
  expect(worded(alert('paid')).lines).toEqual(['Order 1a2b3c4d.'])
})

it('every kind is told by default, and everything that can be chosen is one of a kind and a way', () => {
  expect(allChoices).toHaveLength(Object.keys(alertKinds).length * 3)
  for (const hasDevice of [true, false]) {
    const usual = usualChoices({ hasDevice })
    expect(new Set(usual.map((choice) => choice.split(' ')[0]))).toEqual(new Set(Object.keys(alertKinds)))
    expect(usual.filter((choice) => choice.endsWith(' sms'))).toEqual([])
  }
})

it('what is usually pushed goes by e-mail until a device takes pushes', () => {
  expect(usualChoices({ hasDevice: false }).filter((choice) => /^(paid|late|digest) /.test(choice))).toEqual([
    'paid push',
    'paid email',
    'late push',
    'late email',
    'digest email',
  ])
  expect(usualChoices({ hasDevice: true }).filter((choice) => /^(paid|late|digest) /.test(choice))).toEqual([
    'paid push',
    'late push',
    'digest email',
  ])
})

it.each([
  ['21:59', false],
  ['22:00', true],
  ['00:00', true],
  ['05:59', true],
  ['06:00', false],
])('at %s from ten to six: %s', (time, quiet) => expect(isQuiet(readMinute(time) as number, { from: 1320, until: 360 })).toBe(quiet))

it.each([
  ['07:59', false],
  ['08:00', true],
  ['16:59', true],
  ['17:00', false],
])('at %s from eight to five: %s', (time, quiet) => expect(isQuiet(readMinute(time) as number, { from: 480, until: 1020 })).toBe(quiet))

it('is quiet from 10 PM to 6 AM for those who have chosen nothing', () =>
  expect([usualQuietHours.from, usualQuietHours.until].map(writeMinute)).toEqual(['22:00', '06:00']))

it('is never quiet where nothing is chosen', () => expect(isQuiet(0, null)).toBe(false))

it.each(['00:00', '06:05', '23:59'])('%s is read as it is written', (time) => expect(writeMinute(readMinute(time) as number)).toBe(time))
it('seconds that browsers add are left out', () => expect(readMinute(' 22:30:00 ')).toBe(1350))
it.each(['24:00', '6:00', '12:60', '12', '', '12:00:30'])('%j is no time', (text) => expect(readMinute(text)).toBeNull())
