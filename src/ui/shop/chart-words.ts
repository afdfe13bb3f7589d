import type { ChartStep } from '#domain/figures.ts'
import { formatDay } from '#domain/nairobi-time.ts'

/** The label of a column: `20 Nov 2026`, `Week of 16 Nov 2026`, `Nov 2026`. */
export function stepName(step: ChartStep, day: string): string {
  const [date, month, year] = formatDay(day).split(' ')
  if (step === 'month') return `${month} ${year}`
  return step === 'week' ? `Week of ${date} ${month} ${year}` : `${date} ${month} ${year}`
}

/** The shorter label below the chart. */
export function stepTick(step: ChartStep, day: string): string {
  const [date, month, year] = formatDay(day).split(' ')
  return step === 'month' ? `${month} ${year}` : `${date} ${month}`
}

interface Bar {
  label: string
  value: number
}

/** A chart in one sentence: its total and its highest column. */
export function sentenceOf(title: string, bars: Bar[], format: (value: number) => string): string {
  const highest = bars.reduce<Bar | null>((high, bar) => (bar.value > (high?.value ?? 0) ? bar : high), null)
  if (!highest) return `${title}: nothing in this period.`
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  return `${title}: ${format(total)} in all, most ${highest.label}: ${format(highest.value)}.`
}

export function rankingSentence(title: string, bars: Bar[], format: (value: number) => string): string {
  const [first, ...others] = bars
  if (!first) return `${title}: nothing in this period.`
  const rest = others.map(({ label, value }) => `${label} ${format(value)}`).slice(0, 2)
  return `${title}: ${first.label} leads with ${format(first.value)}${rest.length > 0 ? `, then ${rest.join(' and ')}` : ''}.`
}

export const formatCount = (value: number) => value.toLocaleString('en-KE')
export const percent = (value: number) => `${Math.round(value)}%`

/** The percentage of settled prompts that were paid; null if there are none. */
export function successRate({ paid, failed }: { paid: number; failed: number }): number | null {
  return paid + failed === 0 ? null : (paid / (paid + failed)) * 100
}
