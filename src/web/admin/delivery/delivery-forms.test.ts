import { expect, it } from 'vitest'
import { hourText } from '#domain/columns.ts'
import { optionText } from '#web/admin/delivery/delivery-forms.tsx'

const option = { fee: 250, free_from: 5000, days_from: 1, days_to: 2, cut_off: 845 }

it.each([
  [option, 'KSh 250 · free from KSh 5,000 · 1 to 2 working days · packed the same day until 14:05'],
  [{ ...option, free_from: null, days_to: 1, cut_off: 1440 }, 'KSh 250 · 1 working day · packed the same day until midnight'],
  [{ ...option, fee: 0, days_from: 0, days_to: 0, cut_off: 0 }, 'Free · 0 working days · packed the same day until 00:00'],
])('says what an option costs and takes: %j', (given, said) => expect(optionText(given)).toBe(said))

it('has an hour for the field of a form, and none for midnight', () => expect([hourText(540), hourText(1440)]).toEqual(['09:00', '']))
