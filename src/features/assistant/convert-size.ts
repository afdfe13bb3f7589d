import { type ChartRow, formatList, rowsWith } from '#domain/search.ts'

type Size = { from: 'EU' | 'UK' | 'US' | 'cm'; label: string }

/** `EU 42 in UK`, `uk 8 to eu`, `25.5 cm`, `what size am I if I wear UK 8`: the size to convert, or null. */
export function conversionIn(message: string): Size | null {
  const text = message.toLowerCase()
  const named = /\b(eu|uk|us)\b(?:\s*(?:size|shoe))*\s*(\d{1,2}(?:\.\d)?)\b|\b(\d{1,2}(?:\.\d)?)\s*(eu|uk|us|cm)\b/.exec(text)
  const [from = named?.[4], label = named?.[3]] = named?.slice(1) ?? []
  const isAsked = new Set(text.match(/\b(eu|uk|us|cm)\b/g)).size > 1 || from === 'cm' || asksWhichSize.test(text)
  return from && label && isAsked ? { from: from === 'cm' ? 'cm' : (from.toUpperCase() as Size['from']), label } : null
}

const asksWhichSize = /\b(?:(?:what|which) size (?:am|is|are|do|would|should)|(?:size|saizi) gani)\b/

/** The same in words, row by row of the chart; null for a size that it does not have. */
export function conversionWords(chart: ChartRow[], { from, label }: Size): string | null {
  const fitting = (row: ChartRow) => row.cm !== null && Number(row.cm) >= Number(label)
  const columns = from === 'US' ? (['US women', 'US men'] as const) : [from]
  const rows = from === 'cm' ? chart.filter(fitting).slice(0, 1) : columns.flatMap((column) => rowsWith(chart, column, label))
  const words = rows.map((row) => {
    const same = (['UK', 'US women', 'US men'] as const).flatMap((column) => (row[column] === null ? [] : `${column} ${row[column]}`))
    return `EU ${row.EU}${same.length > 0 ? ` is ${formatList(same)}` : ''}${row.cm === null ? '' : `, for a foot of ${row.cm} cm`}.`
  })
  return words.join('\n') || null
}
