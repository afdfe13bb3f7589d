import { describe, expect, it } from 'vitest'
import { isOpen, mapSearchUrl, mayTryCode, readCode, riderLinkPath, stopState, wrongCodeMessage } from '#domain/delivery-handover.ts'
import { type OrderStatus, orderStatuses } from '#domain/order.ts'

const at = '2026-11-24T08:00:00.000Z'
const stop = { status: 'shipped' as OrderStatus, handed_over_at: null, failed_at: null, on_the_way_at: null, wrong_tries: 0 }

describe('a stop', () => {
  it('may be handed over while the order is shipped, and in no other status', () => {
    const open = (Object.keys(orderStatuses) as OrderStatus[]).filter((status) => isOpen({ ...stop, status }))
    expect(open).toEqual(['shipped'])
    expect(isOpen({ ...stop, handed_over_at: at })).toBe(false)
    expect(isOpen({ ...stop, failed_at: at }), 'a second try of the same day').toBe(true)
  })

  it('says where it stands', () => {
    expect(stopState(stop)).toBe('to_do')
    expect(stopState({ ...stop, on_the_way_at: at })).toBe('on_the_way')
    expect(stopState({ ...stop, on_the_way_at: at, failed_at: at })).toBe('failed')
    expect(stopState({ ...stop, status: 'delivered', handed_over_at: at })).toBe('handed_over')
    expect(stopState({ ...stop, status: 'delivered' }), 'by the shop').toBe('closed')
    expect(stopState({ ...stop, status: 'cancelled', failed_at: at })).toBe('closed')
  })
})

describe('a code', () => {
  it('is four digits, however they are typed', () => {
    expect([' 48 21', '4821', '48-21', '48\u201321\u200b', '４８２１', '0007'].map(readCode)).toEqual([...Array(5).fill('4821'), '0007'])
    expect(['482', '48211', 'abcd', ''].map(readCode)).toEqual([null, null, null, null])
  })

  it('may be wrong five times', () => {
    expect([0, 4, 5].map((wrong_tries) => mayTryCode({ wrong_tries }))).toEqual([true, true, false])
    expect(wrongCodeMessage(1)).toBe('That is not the code. 4 tries are left.')
    expect(wrongCodeMessage(4)).toBe('That is not the code. One try is left.')
    expect(wrongCodeMessage(5)).toMatch(/fifth wrong code/)
  })
})

describe('the link to a map', () => {
  it('looks for the address, with its place where that is not in it', () => {
    expect(mapSearchUrl('Moi Avenue 12\nNairobi', 'Nairobi')).toBe('https://www.google.com/maps/search/?api=1&query=Moi+Avenue+12%2C+Nairobi')
    expect(new URL(mapSearchUrl('Opposite the mosque & tank #2', 'Kondele, Kisumu')).searchParams.get('query')).toBe(
      'Opposite the mosque & tank #2, Kondele, Kisumu',
    )
    expect(new URL(mapSearchUrl('Stage 4', null)).searchParams.get('query')).toBe('Stage 4')
  })
})

it('the link of a rider leads to their own page', () => expect(riderLinkPath('t0ken')).toBe('/rider/t0ken'))
