import { describe, expect, it } from 'vitest'
import { conversionIn } from '#features/assistant/answer-message.ts'

describe('a size to be converted', () => {
  it.each([
    ['EU 42 in UK', 'EU 42'],
    ['my foot is 26 cm', 'cm 26'],
    ['what size am i if i wear UK 8', 'UK 8'],
    ['UK 8 ni size gani', 'UK 8'],
    ['loafers in UK 8', null],
    ['what sizes do you have in UK 8', null],
  ])('%j', (message, wanted) => {
    const conversion = conversionIn(message)
    expect(conversion && `${conversion.from} ${conversion.label}`).toBe(wanted)
  })
})
