import { describe, expect, it, vi } from 'vitest'
import { replayTaps, type Tapped } from '#web/cart/taps.ts'

describe('taps before hydration', () => {
  it('are carried out once, in their order', () => {
    const order: string[] = []
    const page = { viatuTaps: new Set([button(() => order.push('first')), button(() => order.push('second'))]) }
    replayTaps(page)
    replayTaps(page)
    expect(order).toEqual(['first', 'second'])
  })

  it('are heard by nobody else once React listens', () => {
    const page: { viatuTaps: Set<Tapped> | null } = { viatuTaps: new Set() }
    const heard: unknown[] = []
    page.viatuTaps?.add(button(() => heard.push(page.viatuTaps)))
    replayTaps(page)
    expect(heard).toEqual([null])
  })

  it('take back the word that they were heard', () => {
    const tapped = button(() => undefined)
    replayTaps({ viatuTaps: new Set([tapped]) })
    expect(tapped.removeAttribute).toHaveBeenCalledWith('aria-busy')
  })

  it('are dropped for a button that has left the page', () => {
    const click = vi.fn()
    replayTaps({ viatuTaps: new Set([{ ...button(click), isConnected: false }]) })
    expect(click).not.toHaveBeenCalled()
  })

  it('may be none, with or without the script in the head', () => {
    const page: { viatuTaps?: Set<Tapped> | null } = {}
    expect(() => replayTaps(page)).not.toThrow()
    expect(page.viatuTaps).toBeNull()
  })
})

function button(click: () => void): Tapped {
  return { isConnected: true, removeAttribute: vi.fn(), click }
}
