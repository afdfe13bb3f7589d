import { formatList } from '#domain/describe-query.ts'
import { type ChartRow, rowsWith } from '#domain/size-chart.ts'

/** `EU 42 in UK`, `uk 8 to eu`, `25.5 cm`, `what size am I if I wear UK 8`: the size to convert, or null. */
export function conversionIn(message: string): { from: 'EU' | 'UK' | 'US' | 'cm'; label: string } | null {
  const text = ` ${message.toLowerCase()} `
  const named = /\b(eu|uk|us)\b(?:\s*(?:size|shoe))*\s*(\d{1,2}(?:\.\d)?)\b|\b(\d{1,2}(?:\.\d)?)\s*(eu|uk|us|cm)\b/.exec(text)
  const systems = new Set(text.match(/\b(eu|uk|us|cm)\b/g))
  const from = named?.[1] ?? named?.[4]
  const label = named?.[2] ?? named?.[3]
  if (!from || !label || (systems.size < 2 && from !== 'cm' && !asksWhichSize.test(text))) return null
  return { from: from === 'cm' ? 'cm' : (from.toUpperCase() as 'EU' | 'UK' | 'US'), label }
}

const asksWhichSize = /\b(?:(?:what|which) size (?:am|is|are|do|would|should)|(?:size|saizi) gani)\b/

/** The same in words, row by row of the chart; null for a size that it does not have. */
export function conversionWords(chart: ChartRow[], { from, label }: { from: 'EU' | 'UK' | 'US' | 'cm'; label: string }): string | null {
  const rows =
    from === 'US'
      ? [...rowsWith(chart, 'US women', label), ...rowsWith(chart, 'US men', label)]
      : from === 'cm'
        ? chart.filter(({ cm }) => cm !== null && Number(cm) >= Number(label)).slice(0, 1)
        : rowsWith(chart, from, label)
  if (rows.length === 0) return null
  return rows
    .map((row) => {
      const same = (['UK', 'US women', 'US men'] as const).flatMap((column) => (row[column] === null ? [] : [`${column} ${row[column]}`]))
      return `EU ${row.EU}${same.length > 0 ? ` is ${formatList(same)}` : ''}${row.cm === null ? '' : `, for a foot of ${row.cm} cm`}.`
    })
    .join('\n')
}
