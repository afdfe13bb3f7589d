import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyDelivery } from '#domain/checkout-fields.ts'
import { clearDraft, type KnownDelivery, readDraft, storeDraft, withProfile } from '#web/checkout/use-delivery.tsx'

beforeEach(() => vi.stubGlobal('sessionStorage', memory()))
afterEach(() => vi.unstubAllGlobals())

const typed = { customer_name: 'Amina', customer_phone: '0712', customer_email: '', delivery_address: 'Moi Avenue\nNairobi' }

function parseDraft(text: string) {
  sessionStorage.setItem('checkout-draft', text)
  return readDraft()
}

describe('what was typed', () => {
  it.each([null, 'amina'])('is kept with its owner %j until the order is placed', (owner) => {
    expect(readDraft()).toEqual({ owner: null, typed: emptyDelivery })
    storeDraft({ owner, typed })
    expect(readDraft()).toEqual({ owner, typed })
    clearDraft()
    expect(readDraft()).toEqual({ owner: null, typed: emptyDelivery })
  })

  it.each(['{broken', 'null', '[]', '7'])('is empty when what is stored reads %s', (text) => expect(parseDraft(text).typed).toEqual(emptyDelivery))

  it('keeps the fields that read well', () => {
    expect(parseDraft('{"customer_name":"Amina","customer_phone":7,"else":"x","owner":7}')).toEqual({
      owner: null,
      typed: { ...emptyDelivery, customer_name: 'Amina' },
    })
  })
})

describe('what a checkout begins with', () => {
  const known: KnownDelivery = {
    userId: 'amina',
    delivery: { customer_name: 'Amina Hassan', customer_phone: '+254 712 345 678', customer_email: 'amina@example.com', delivery_address: '' },
  }
  const otieno: KnownDelivery = { userId: 'otieno', delivery: { customer_name: 'Otieno Ouma', customer_phone: '', delivery_address: '' } }
  const profile = { ...emptyDelivery, ...known.delivery }

  it('is what they typed themselves, and where nothing was, their profile', () => {
    expect(withProfile({ owner: 'amina', typed: { ...typed, customer_phone: '' } }, known, 'amina')).toEqual({
      ...typed,
      customer_phone: '+254 712 345 678',
      customer_email: 'amina@example.com',
    })
    expect(withProfile({ owner: null, typed }, null, null)).toEqual(typed)
  })

  it('is nothing of what somebody else typed, nor of their profile', () => {
    expect(withProfile({ owner: 'amina', typed }, otieno, 'otieno')).toEqual({ ...emptyDelivery, customer_name: 'Otieno Ouma' })
    expect(withProfile({ owner: 'amina', typed }, known, null)).toEqual(emptyDelivery)
    expect(withProfile({ owner: 'otieno', typed: emptyDelivery }, known, 'otieno')).toEqual(emptyDelivery)
  })

  it('is what a guest typed before they signed in, but only where their profile is silent', () => {
    expect(withProfile({ owner: null, typed }, known, 'amina')).toEqual({ ...profile, delivery_address: typed.delivery_address })
    expect(withProfile({ owner: null, typed }, null, 'amina')).toEqual(typed)
  })
})

function memory() {
  const map = new Map<string, string>()
  return {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  }
}
