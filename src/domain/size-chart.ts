/** One row of the size guide: labels as the guide writes them, by column. A dash there means that there is none. */
export interface ChartRow {
  EU: string
  UK: string | null
  'US women': string | null
  'US men': string | null
  cm: string | null
}
export type ChartColumn = keyof ChartRow

const headings: [ChartColumn, RegExp][] = [
  ['EU', /^eu\b/i],
  ['UK', /^uk\b/i],
  ['US women', /^us\b.*women/i],
  ['US men', /^us\b(?!.*women)/i],
  ['cm', /\bcm\b|centimet/i],
]

/** The chart of the size guide, from the page as it is shown: the merchant writes it, so it is read there and kept nowhere else. Empty where there is none. */
export function readSizeChart(html: string): ChartRow[] {
  const [head, ...rows] = [...html.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => cellsOf(row))
  if (!head) return []
  const columns = headings.map(([column, named]) => [column, head.findIndex((cell) => named.test(cell))] as const)
  const labelIn = (row: string[], at: number) => (/^\d+(\.\d+)?$/.test(row[at] ?? '') ? Number(row[at]).toString() : null)
  return rows
    .map((row) => Object.fromEntries(columns.map(([column, at]) => [column, labelIn(row, at)])) as unknown as ChartRow)
    .filter(({ EU }) => EU !== null)
}

/** The rows in which a column has a label. */
export function rowsWith(chart: ChartRow[], column: ChartColumn, label: string): ChartRow[] {
  return chart.filter((row) => row[column] === Number(label).toString())
}

function cellsOf(row: string): string[] {
  return [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '').trim())
}
