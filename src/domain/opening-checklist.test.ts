import { describe, expect, it } from 'vitest'
import { missingForOpening, missingWords, type OpeningStep, openingStepNames } from '#domain/opening-checklist.ts'

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
    expect(openingStepNames.filter((name) => missingForOpening(with_(name), true).length === 0)).toEqual(['alerts', 'sms', 'test_order', 'backup'])
  })

  it.each<[OpeningStep[], string]>([
    [['contacts', 'texts'], 'Contacts, Texts'],
    [['mpesa', 'test_order', 'backup'], 'M-Pesa; advised as well: A test order, Backup'],
    [['test_order', 'backup'], 'A test order, Backup. It is only advised: tick "Open without what is only advised" to do without'],
  ])('is told what is missing: %j', (missing, said) => expect(missingWords(missing)).toBe(said))
})
