import { describe, expect, it, vi } from 'vitest'
import { carryOutTaps, closeTaps, type Tapped } from '#web/cart/taps.ts'

describe('taps before hydration', () => {
  it('are carried out once, in their order', () => {
    const order: string[] = []
    const page = { viatuTaps: new Set([button(() => order.push('first')), button(() => order.push('second'))]) }
    closeTaps(page)
    expect(order).toEqual([])
    carryOutTaps()
    carryOutTaps()
    expect(order).toEqual(['first', 'second'])
  })

  it('are heard by nobody else once React listens', () => {
    const page = { viatuTaps: new Set<Tapped>() }
    closeTaps(page)
    expect(page.viatuTaps).toBeNull()
  })

  it('take back the word that they were heard', () => {
    const tapped = button(() => undefined)
    closeTaps({ viatuTaps: new Set([tapped]) })
    carryOutTaps()
    expect(tapped.removeAttribute).toHaveBeenCalledWith('aria-busy')
  })

  it('are dropped for a button that has left the page', () => {
    const click = vi.fn()
    closeTaps({ viatuTaps: new Set([{ ...button(click), isConnected: false }]) })
    carryOutTaps()
    expect(click).not.toHaveBeenCalled()
  })

  it('may be none, with or without the script in the head', () => {
    closeTaps({})
    expect(carryOutTaps).not.toThrow()
  })
})

function button(click: () => void): Tapped {
  return { isConnected: true, removeAttribute: vi.fn(), click }
}
