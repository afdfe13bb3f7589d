import { hourText } from '#domain/columns.ts'
import type { DeliveryTime } from '#domain/delivery-days.ts'
import { feeText, type OptionInput } from '#domain/delivery-options.ts'
import { formatShillings } from '#domain/money.ts'

/** `KSh 250 · free from KSh 5,000 · 1 to 2 working days · packed the same day until 14:00` */
export function optionText({ fee, free_from, days_from, days_to, cut_off }: DeliveryTime & Pick<OptionInput, 'fee' | 'free_from'>): string {
  const days = days_from === days_to ? `${days_to}` : `${days_from} to ${days_to}`
  return [
    feeText(fee),
    ...(free_from !== null && fee > 0 ? [`free from ${formatShillings(free_from)}`] : []),
    `${days} working ${days === '1' ? 'day' : 'days'}`,
    `packed the same day until ${cut_off === 24 * 60 ? 'midnight' : hourText(cut_off)}`,
  ].join(' · ')
}
