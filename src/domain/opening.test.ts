import { describe, expect, it } from 'vitest'
import { missingForOpening, type OpeningStep, openingStepNames } from '#domain/opening.ts'

const with_ = (...missing: OpeningStep[]) =>
  Object.fromEntries(openingStepNames.map((name) => [name, !missing.includes(name)])) as Record<OpeningStep, boolean>

describe('a shop that is ready to open', () => {
  it('has done every step', () => {
    expect(missingForOpening(with_(), false)).toEqual([])
    for (const name of openingStepNames) expect(missingForOpening(with_(name), false)).toEqual([name])
  })

  it('may go without what is only advised, where its owner says so', () => {
    expect(missingForOpening(with_('backup', 'test_order'), false)).toEqual(['test_order', 'backup'])
    expect(missingForOpening(with_('backup', 'test_order'), true)).toEqual([])
    expect(missingForOpening(with_('mpesa', 'backup'), true)).toEqual(['mpesa'])
  })
})
