import { describe, expect, it, vi } from 'vitest'
import { replayTaps, type Tapped } from '#web/first-paint/taps.ts'

describe('taps before hydration', () => {
  it('are carried out once, in their order', () => {
    const order: string[] = []
    const taps = new Set([button(() => order.push('first')), button(() => order.push('second'))])
    replayTaps(taps)
    replayTaps(taps)
    expect(order).toEqual(['first', 'second'])
  })

  it('are kept where the part of the page is not there yet, and carried out when it is', () => {
    const click = vi.fn()
    const late = { ...button(click), closest: vi.fn().mockReturnValueOnce({}).mockReturnValue(null) }
    const taps = new Set<Tapped>([late])
    replayTaps(taps)
    expect(click).not.toHaveBeenCalled()
    expect(late.removeAttribute).not.toHaveBeenCalled()
    replayTaps(taps)
    expect(click).toHaveBeenCalledOnce()
    expect(late.closest).toHaveBeenCalledWith('[data-late]')
  })

  it('are kept no longer when they are carried out', () => {
    const heard: number[] = []
    const taps = new Set<Tapped>()
    taps.add(button(() => heard.push(taps.size)))
    replayTaps(taps)
    expect(heard).toEqual([0])
  })

  it('take back the word that they were heard', () => {
    const tapped = button(() => undefined)
    replayTaps(new Set([tapped]))
    expect(tapped.removeAttribute).toHaveBeenCalledWith('aria-busy')
  })

  it('are dropped for a button that has left the page', () => {
    const click = vi.fn()
    replayTaps(new Set([{ ...button(click), isConnected: false }]))
    expect(click).not.toHaveBeenCalled()
  })

  it('may be none, with or without the script in the head', () => {
    expect(() => replayTaps()).not.toThrow()
  })
})

function button(click: () => void): Tapped {
  return { isConnected: true, closest: () => null, removeAttribute: vi.fn(), click }
}
