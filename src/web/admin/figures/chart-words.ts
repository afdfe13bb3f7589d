import type { ChartStep } from '#domain/figures.ts'
import { formatDate } from '#domain/nairobi-time.ts'

/** What a column stands for, in words: `20 Nov`, `Week of 16 Nov`, `Nov 2026`. */
export function stepName(step: ChartStep, day: string): string {
  const [date, month, year] = formatDate(`${day}T12:00:00+03:00`).split(' ')
  if (step === 'month') return `${month} ${year}`
  return step === 'week' ? `Week of ${date} ${month} ${year}` : `${date} ${month} ${year}`
}

/** The same below a chart, where there is little room. */
export function stepTick(step: ChartStep, day: string): string {
  const [date, month, year] = formatDate(`${day}T12:00:00+03:00`).split(' ')
  return step === 'month' ? `${month} ${year}` : `${date} ${month}`
}

export interface Bar {
  label: string
  value: number
}

/** A chart in one sentence: what all comes to, and what stands out. */
export function sentenceOf(title: string, bars: Bar[], format: (value: number) => string): string {
  const most = bars.reduce<Bar | null>((high, bar) => (bar.value > (high?.value ?? 0) ? bar : high), null)
  if (!most) return `${title}: nothing in this period.`
  const all = bars.reduce((sum, { value }) => sum + value, 0)
  return `${title}: ${format(all)} in all, most ${most.label}: ${format(most.value)}.`
}

export function rankingSentence(title: string, bars: Bar[], format: (value: number) => string): string {
  const [first, ...others] = bars
  if (!first) return `${title}: nothing in this period.`
  const rest = others.map(({ label, value }) => `${label} ${format(value)}`).slice(0, 2)
  return `${title}: ${first.label} leads with ${format(first.value)}${rest.length > 0 ? `, then ${rest.join(' and ')}` : ''}.`
}

export const plain = (value: number) => value.toLocaleString('en-KE')
export const percent = (value: number) => `${Math.round(value)}%`

/** Of the prompts that came to an end, how many were paid, in percent; null when none did. */
export function successRate({ paid, failed }: { paid: number; failed: number }): number | null {
  return paid + failed === 0 ? null : (paid / (paid + failed)) * 100
}
